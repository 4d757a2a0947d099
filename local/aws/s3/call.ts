import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { S3Error } from './errors.ts'

/** One S3 request, path-style: `/<bucket>/<key>?<subresource>`. */
export interface S3Call {
  request: IncomingMessage
  response: ServerResponse
  method: string
  /** Empty for the list of buckets. */
  bucket: string
  /** Empty for an operation on the bucket. Never used as a file path. */
  key: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
}

/** S3's limit for a key in UTF-8. */
const keyBytesMax = 1024

export const readCall = (request: IncomingMessage, response: ServerResponse): S3Call => {
  const { method = '', url = '/', headers } = request
  const [path = '', query] = url.split('?')
  const [bucket = '', ...key] = path.slice(1).split('/')
  const call = {
    request,
    response,
    method,
    bucket: decodeURIComponent(bucket),
    key: decodeURIComponent(key.join('/')),
    query: new URLSearchParams(query),
    headers,
  }
  if (Buffer.byteLength(call.key) > keyBytesMax)
    throw new S3Error(400, 'KeyTooLongError', 'Your key is too long')
  return call
}

export const headerText = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  headers[name]?.toString()

export const sendXml = (response: ServerResponse, xml: string, status = 200) => {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

export const sendEmpty = (response: ServerResponse, status = 200, headers: Record<string, string> = {}) => {
  const hasLength = status !== 204 && status !== 304
  response.writeHead(status, hasLength ? { 'content-length': '0', ...headers } : headers)
  response.end()
}
