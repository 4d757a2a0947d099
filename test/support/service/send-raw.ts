import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  method?: string
  /** Path and query string, sent byte for byte: a character is a byte. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface RawResponse {
  status: number
  /** Of `X-Service-Error`. */
  code: string | undefined
  message: string
}

/** Sends a request unchanged. fetch would normalize its URL. */
export const sendRaw = async (
  baseUrl: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawResponse> => {
  const { hostname, port } = new URL(baseUrl)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  httpRequest({ hostname, port, method, path, headers }, resolve).on('error', reject).end(body)
  const response = await promise
  const code = response.headers['x-service-error']
  const content = await text(response)
  return {
    status: response.statusCode ?? 0,
    code: typeof code === 'string' ? code : undefined,
    message: code === undefined ? content : JSON.parse(content).message,
  }
}
