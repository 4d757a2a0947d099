import type { WebhookEvent } from './operations.ts'
import { createHmac } from './signature.ts'

export interface ReceivedWebhook {
  /** The body exactly as it arrived, before it is parsed. */
  body: string | Uint8Array
  /** As a server has them: `Headers`, an object (also of `node:http2`), pairs, or names and values in turn (`rawHeaders`). */
  headers:
    | Pick<Headers, 'get'>
    | Readonly<Record<string, string | readonly string[] | number | undefined>>
    | readonly (readonly [string, string])[]
    | readonly string[]
  secretKey: string
  /** How many seconds the clocks may differ, and a message may be late. Default: 300. */
  toleranceSeconds?: number
}

/** The message does not come from the service, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/**
 * Returns the message of a webhook whose signature is right (Standard Webhooks). Compare the header `webhook-id` with those that you have
 * processed: a message can arrive twice.
 * @throws WebhookError
 */
export const verifyWebhook = async ({
  body,
  headers,
  secretKey,
  toleranceSeconds = 300,
}: ReceivedWebhook): Promise<WebhookEvent> => {
  if (!secretKey) throw new TypeError('`secretKey` is empty, so anyone could sign with it.')
  const given = createLookup(headers)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(given)
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN))
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookError('The message has no `webhook-timestamp` of the last minutes.')
  const hmac = await createHmac(secretKey, `${id}.${timestamp}.${text}`)
  const expected = `v1,${btoa(String.fromCharCode(...hmac))}`
  if (!signatures?.split(' ').some((signature) => isSame(signature, expected)))
    throw new WebhookError('The message is not signed with the secret key.')
  return JSON.parse(text)
}

/** Returns a function that returns a header, or an empty text. Several values of one name are separated by spaces, as signatures are. */
const createLookup = (headers: ReceivedWebhook['headers']): ((name: string) => string) => {
  const { get } = headers as Headers
  // Servers join the values of several headers of one name with a comma.
  if (typeof get === 'function') return (name) => (get.call(headers, name) ?? '').replaceAll(', ', ' ')
  const pairs = Array.isArray(headers) ? toPairs(headers) : Object.entries(headers)
  return (name) =>
    pairs
      .filter(([key, value]) => key.toLowerCase() === name && value !== undefined)
      .flatMap(([, value]) => value)
      .join(' ')
      .replaceAll(', ', ' ')
}

const toPairs = (list: readonly (string | readonly [string, string])[]): [string, unknown][] =>
  list.flatMap((item, index) => {
    if (typeof item !== 'string') return [[item[0], item[1]]]
    return index % 2 === 0 ? [[item, list[index + 1]]] : []
  })

/** Compares in a time that does not depend on where they differ. */
const isSame = (given: string, expected: string): boolean => {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index)
  return difference === 0
}
