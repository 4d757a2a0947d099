import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Transform } from 'node:stream'
import { z } from 'zod'
import { decideCompression } from './compression.ts'

const headerValue = z.union([z.string(), z.number(), z.boolean()])

/** The bytes before the body of a streamed response. */
export const StreamPrelude = z.object({
  statusCode: z.coerce.number().int().default(200),
  headers: z.record(z.string(), headerValue.nullish()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  cookies: z.array(z.string()).nullish(),
})

type Head = z.output<typeof StreamPrelude>

/** As the limit of requests: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const headersBytesMax = 10_240

// The gateway frames the body itself. The length that a function declares may differ from what it sends.
const framingHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/**
 * Writes status and headers. Throws if one of them is not valid HTTP, or if they are too long together.
 * @returns the stream that the body must go through, unless it is sent as it is
 */
export const writeResponseHead = (response: ServerResponse, head: Head): Transform | undefined => {
  const fields = toFields(head)
  const contentType = String(fields['content-type'])
  const length = fields['content-length']
  // Other types are results. On one machine, compressing them takes longer than sending them.
  const bytes = contentType === 'application/json' ? Number(length ?? 0) : 0
  const { headers: compression, encoder } = decideCompression(response.req, { contentType, bytes })
  for (const name of framingHeaders) delete fields[name]
  if (Object.entries(fields).flat(2).join('').length > headersBytesMax)
    throw new Error('The headers are too long.')
  // As API Gateway does to any response without a length, although it makes a 204 malformed. Node does so to all others.
  if (head.statusCode === 204 && length === undefined) fields['transfer-encoding'] = 'chunked'
  response.writeHead(head.statusCode, { ...fields, ...compression })
  return encoder
}

const toFields = ({ headers, multiValueHeaders, cookies }: Head): OutgoingHttpHeaders => {
  const fields: OutgoingHttpHeaders = { 'content-type': 'application/json' }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== null && value !== undefined) fields[name.toLowerCase()] = String(value)
  }
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) {
    fields[name.toLowerCase()] = values.map(String)
  }
  if (cookies?.length) fields['set-cookie'] = cookies
  return fields
}
