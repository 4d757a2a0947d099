import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { AccountReport, KeyList, KeyView, NewKey } from '../../lib/schema/account.ts'
import { BatchList, BatchView } from '../../lib/schema/batches.ts'
import { Device, DeviceList } from '../../lib/schema/devices.ts'
import { EventList, EventPayload, EventView, eventData } from '../../lib/schema/events.ts'
import { namedValues, requiredNames } from '../../lib/schema/openapi-request.ts'
import {
  WebhookBatchPayload,
  WebhookChangePayload,
  WebhookErrorPayload,
  WebhookPayload,
} from '../../lib/schema/openapi-webhook.ts'
import { createsObject, type Operation, operations } from '../../lib/schema/operations.ts'
import { Overview } from '../../lib/schema/overview.ts'
import { parametersOf } from '../../lib/schema/parameters.ts'
import { RenderResult } from '../../lib/schema/render-result.ts'
import { Acknowledgement, RequestList, RequestView, webhookView } from '../../lib/schema/requests.ts'
import { SnapshotDocument } from '../../lib/schema/snapshot-document.ts'
import { StorageReport } from '../../lib/schema/storage.ts'
import { SubscriptionList, SubscriptionView } from '../../lib/schema/subscriptions.ts'
import { Task, TaskList } from '../../lib/schema/tasks.ts'
import { UsageHistory, UsageReport } from '../../lib/schema/usage.ts'
import type { ValueSchema } from '../../lib/schema/value-schema.ts'
import { BaselineView, ChangeView } from '../../lib/schema/watch.ts'

export const pascalCase = (id: string): string =>
  id.replace(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Schemas of responses and webhooks, which have a name in every client. */
const outputs: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    Object.entries(eventData).map(([type, data]) => [`${pascalCase(type.replace(/\.\d+$/, ''))}Data`, data]),
  ),
  AccountReport,
  Acknowledgement,
  BaselineView,
  BatchList,
  BatchView,
  ChangeView,
  Device,
  DeviceList,
  EventList,
  EventPayload,
  EventView,
  KeyList,
  KeyView,
  NewKey,
  Overview,
  RenderResult,
  RequestList,
  RequestView,
  SnapshotDocument,
  SubscriptionList,
  SubscriptionView,
  Task,
  TaskList,
  StorageReport,
  UsageHistory,
  UsageReport,
  WebhookBatchPayload,
  WebhookChangePayload,
  WebhookErrorPayload,
  WebhookPayload,
  WebhookView: webhookView,
}

/** A schema that has only another description has the same definition. */
const outputNames = new Map<unknown, string>(
  Object.entries(outputs).map(([name, schema]) => [schema._zod.def, name]),
)

/** The members of JSON Schema that the schemas of requests and responses use. */
export interface Schema
  extends Omit<ValueSchema, 'type' | 'items' | 'properties' | 'oneOf' | 'const' | 'enum'> {
  type?: string | readonly string[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  const?: unknown
  enum?: readonly unknown[]
  /** The name of a type that is declared elsewhere. */
  'x-name'?: string
}

export interface Member {
  name: string
  schema: Schema
  isRequired: boolean
}

/** An operation, as far as clients call it. */
export interface ClientOperation extends Operation {
  /** Parameters, without those that a client sets. */
  members: readonly Member[]
  /** Accepts an `Idempotency-Key`; an operation that renders, only in the background. */
  takesKey: boolean
}

/** Parameters that clients set, because they decide what a call returns or prove who makes it. */
const isSetByClient = ({ renders, alwaysSigned }: Operation, name: string): boolean =>
  (renders && (name === 'async' || name === 'response_type')) ||
  (alwaysSigned === true && (name === 'expires' || name === 'key_generation'))

const membersOf = (operation: Operation): Member[] => {
  const required = requiredNames(operation.input)
  return [...parametersOf(operation.input).values()]
    .filter(({ name }) => !isSetByClient(operation, name))
    .map(({ name, schema }) => ({
      name,
      schema: withName(name, schema as Schema),
      isRequired: required.includes(name),
    }))
}

const withName = (name: string, schema: Schema): Schema => {
  const named = namedValues[name]
  return named && schema.enum ? { ...schema, 'x-name': named.name } : schema
}

/** The operations of clients. The OpenAPI document describes them for other programs. */
export const clientOperations: readonly ClientOperation[] = Object.values<Operation>(operations)
  .filter(({ id }) => id !== 'openapi')
  .map((operation) => ({
    ...operation,
    members: membersOf(operation),
    takesKey: operation.renders || createsObject(operation),
  }))

/** Returns the options that all operations that render have. */
export const sharedMembers = (): Member[] => {
  const [first, ...others] = clientOperations.filter(({ renders }) => renders)
  const isShared = (member: Member) =>
    others.every(({ members }) => members.some((other) => isDeepStrictEqual(other, member)))
  return first?.members.filter(isShared) ?? []
}

/** Lists of values that are types of every client, by their names. */
export const valueTypes: readonly { name: string; values: readonly string[] }[] = Object.values(namedValues)

/** Returns the schema of a response, in which the schemas of other responses are names. */
const toOutputSchema = (output: z.ZodType): Schema =>
  z.toJSONSchema(output, {
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      const name = outputNames.get(def)
      if (name !== undefined && def !== (output._zod.def as unknown))
        Object.assign(jsonSchema, { 'x-name': name })
    },
  }) as Schema

/** The names of the bodies of webhooks. */
export const webhookPayloads: readonly string[] = Object.keys(outputs).filter((name) =>
  name.endsWith('Payload'),
)

/** Returns the schemas of responses and webhooks, by their names. */
export const outputTypes = (): { name: string; schema: Schema }[] =>
  Object.entries(outputs).map(([name, output]) => ({ name, schema: toOutputSchema(output) }))

/** Returns the name of the response of an operation. Undefined if it has no JSON response. */
export const outputNameOf = ({ id, output }: Operation): string | undefined => {
  const name = outputNames.get(output?._zod.def)
  if (output && name === undefined) throw new Error(`client-schemas.ts has no name for the output of ${id}.`)
  return name
}

/** Returns what a client needs to know to send the requests of an operation. */
export const toFacts = ({
  methods,
  path,
  members,
  renders,
  signed,
  alwaysSigned,
  reads,
  takesKey,
}: ClientOperation) => ({
  method: methods.at(-1),
  path,
  ...(members.length > 0 && { hasOptions: true }),
  ...(renders && { renders }),
  ...(signed && { signed }),
  ...(alwaysSigned && { alwaysSigned }),
  ...(reads && { reads }),
  ...(takesKey && { takesKey }),
})

/** Returns the text of a parameter's documentation. */
export const toDescription = ({ description, default: value }: Schema): string | undefined =>
  description === undefined || value === undefined
    ? description
    : `${description} Default: \`${JSON.stringify(value)}\`.`
