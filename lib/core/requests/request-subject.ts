import { withoutPossibleCredentials } from '../../schema/http-url.ts'
import type { Operation, RenderOperationId } from '../../schema/operations.ts'
import type { OptionSource } from '../options/read-options.ts'
import { type RequestSummary, toSummary } from './request-summary.ts'

/** The description of a request's parameters in the log. */
export interface RequestSubject {
  operation: RenderOperationId
  summary: RequestSummary
  externalId?: string | undefined
}

/** @param options as validated, or what is known of them */
export const toSubject = (
  operation: Operation & { id: RenderOperationId },
  options: Readonly<Record<string, unknown>>,
): RequestSubject => ({
  operation: operation.id,
  summary: toSummary(operation, options),
  externalId: textOf(options['external_id']),
})

/** Returns the parameters by which people recognize a request whose parameters may be invalid. */
export const recognizable = (source: OptionSource): Record<string, unknown> => {
  const values = source.kind === 'query' ? Object.fromEntries(source.pairs) : source.value
  const { url } = values
  return {
    url: typeof url === 'string' ? textOf(withoutPossibleCredentials(url)) : undefined,
    external_id: textOf(values['external_id']),
  }
}

const rawLengthMax = 500

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, rawLengthMax).toWellFormed() : undefined
