import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  method?: string
  /** Path and query string, sent byte for byte: a character is a byte. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface RawAnswer {
  status: number
  /** Of `X-Service-Error`. */
  code: string | undefined
  message: string
}

/** Sends a request as it is written; fetch would mend its URL first. */
export const sendRaw = async (
  baseUrl: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawAnswer> => {
  const { hostname, port } = new URL(baseUrl)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  httpRequest({ hostname, port, method, path, headers }, resolve).on('error', reject).end(body)
  const response = await promise
  const code = response.headers['x-service-error']
  const answer = await text(response)
  return {
    status: response.statusCode ?? 0,
    code: typeof code === 'string' ? code : undefined,
    message: code === undefined ? answer : JSON.parse(answer).message,
  }
}
