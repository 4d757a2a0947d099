import { InvalidParameterError } from '../base/errors.ts'
import { createsObject, type Operation } from '../schema/operations.ts'
import type { ApiEvent } from './call.ts'
import { headerValues } from './read-request.ts'

const header = 'Idempotency-Key'

/**
 * Returns the caller's key for a request that creates something that a repeat must not create again: an asynchronous render, a
 * batch, a task or a run. Every other request is safe to repeat.
 *
 * @throws InvalidParameterError for a key that is malformed, or that would be ignored
 */
export const readIdempotencyKey = (
  event: ApiEvent,
  operation: Pick<Operation, 'renders' | 'methods' | 'success' | 'output' | 'pathParameter'>,
  options: { async?: unknown },
): string | undefined => {
  const [key, ...others] = new Set(headerValues(event, header.toLowerCase()))
  if (key === undefined) return undefined
  const isCreating = operation.renders ? options.async === true : createsObject(operation)
  if (event.httpMethod !== 'POST' || !isCreating)
    throw new InvalidParameterError(
      `The header \`${header}\` is not allowed here. It is for a POST that renders with \`async\` true, creates a batch or a task, or starts a run.`,
    )
  if (others.length > 0) throw new InvalidParameterError(`The header \`${header}\` must be given only once.`)
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new InvalidParameterError(`The header \`${header}\` must have 1 to 255 printable ASCII characters.`)
  return key
}
