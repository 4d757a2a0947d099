import { withoutCredentials } from '../../schema/http-url.ts'
import type { Operation } from '../../schema/operations.ts'
import { type Parameter, parametersOf } from '../../schema/parameters.ts'

/** The parameters of a request by which its owner recognizes it. Its record keeps them after the request has ended. */
export interface RequestSummary {
  /** Without credentials. Absent for a document that was sent as `html`. */
  url?: string
  /** The options that differ from their defaults, without the private ones. */
  options: Record<string, unknown>
  /** Names of the other options that the request had, because they are private or too long to keep. */
  omitted: string[]
}

/** Every write of a record is billed by its size. Options are usually numbers and words. */
const valueLengthMax = 500

/** @param options as validated */
export const toSummary = (
  { input }: Pick<Operation, 'input'>,
  options: Readonly<Record<string, unknown>>,
): RequestSummary => {
  const { url } = options
  const given = [...parametersOf(input).values()].filter(
    (parameter) => parameter.name !== 'url' && isChanged(parameter, options[parameter.name]),
  )
  const isKept = ({ name, schema }: Parameter) =>
    schema['x-private'] !== true && JSON.stringify(options[name]).length <= valueLengthMax
  return {
    ...(typeof url === 'string' && { url: withoutCredentials(url) }),
    options: Object.fromEntries(given.filter(isKept).map(({ name }) => [name, options[name]])),
    omitted: given.filter((parameter) => !isKept(parameter)).map(({ name }) => name),
  }
}

const isChanged = ({ schema }: Parameter, value: unknown): boolean =>
  value !== undefined && JSON.stringify(value) !== JSON.stringify(schema.default)
