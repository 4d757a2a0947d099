import { InvalidParameterError } from '../errors.ts'
import type { Operation } from '../schema/operations.ts'
import type { ApiEvent } from './call.ts'
import { headerValues } from './read-request.ts'

const header = 'Idempotency-Key'

/**
 * The caller's key for a request that makes something which a repeat must not make again: an asynchronous render, a task. Whatever
 * else answers with its own result, or may be repeated as it is.
 *
 * @throws InvalidParameterError for a key that is malformed, or that stands where it would be ignored
 */
export const readIdempotencyKey = (
  event: ApiEvent,
  { renders, success }: Pick<Operation, 'renders' | 'success'>,
  options: { async?: unknown },
): string | undefined => {
  const [key, ...others] = new Set(headerValues(event, header.toLowerCase()))
  if (key === undefined) return undefined
  const isCreating = renders ? options.async === true : success === 201
  if (event.httpMethod !== 'POST' || !isCreating)
    throw new InvalidParameterError(
      `The header \`${header}\` is for a POST that renders with \`async\` true, and for creating a task. Send this request without it.`,
    )
  if (others.length > 0) throw new InvalidParameterError(`The header \`${header}\` is given several times.`)
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new InvalidParameterError(`The header \`${header}\` must have 1 to 255 printable ASCII characters.`)
  return key
}
