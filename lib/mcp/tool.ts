import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { docs } from '../schema/docs.ts'
import type { ApiClient } from './api-client.ts'

/** A tool of the agent. `run` is a method, because it accepts only the input that its own schema has validated. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string
  title: string
  /** The text from which the agent decides whether and how to call it. */
  description: string
  input: Input
  annotations: ToolAnnotations
  /** @throws AppError whose message says what the agent can do */
  run(input: z.output<Input>, api: ApiClient): Promise<CallToolResult>
}

export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool<Input> => tool

/** Returns a field of the API as a tool's field, with the same rules, and its documentation where the schema of a tool has it. */
export const fromApi = <Field extends z.ZodType>(
  field: Field,
  description = docs.get(field)?.description ?? '',
): Field => field.describe(description)

/** Further parameters of the API, which a tool passes on. The API validates them. */
export const otherOptions = (operation: string) =>
  z
    .record(z.string(), z.unknown())
    .refine(
      (options) => !('async' in options),
      '`async` is not allowed: a tool waits for its result and returns it.',
    )
    .default({})
    .describe(
      `Further parameters of the operation ${operation}, for example {"block_annoyance": "none", "locale": "de-DE"}. They are listed in /v1/openapi.json. A wrong one is refused with a message that says what is allowed.`,
    )

/** For tools that only read, and read pages of the web. */
export const readsTheWeb: ToolAnnotations = { readOnlyHint: true, openWorldHint: true }

/** For tools that only read what the account has. */
export const readsTheAccount: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

export const textContent = (text: string) => ({ type: 'text' as const, text })

/** Returns a JSON value as the text of a result. */
export const jsonResult = (value: unknown): CallToolResult => ({
  content: [textContent(JSON.stringify(value, null, 1))],
})

/** Returns what the headers of a render say about the page, as a sentence. Empty if they say nothing. */
export const describePage = (headers: Headers): string => {
  const title = headers.get('x-service-metadata-title')
  const status = headers.get('x-service-metadata-status')
  const parts = [title && `title "${decodeURIComponent(title)}"`, status && `HTTP status ${status}`]
  const known = parts.filter((part) => part)
  return known.length === 0 ? '' : `Page: ${known.join(', ')}.`
}

/** The metadata headers that `describePage` reads. */
export const pageMetadata = { metadata_title: true, metadata_status: true }
