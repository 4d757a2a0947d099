import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { z } from 'zod'

const headerValue = z.union([z.string(), z.number(), z.boolean()])

const headFields = {
  statusCode: z.coerce.number().int(),
  headers: z.record(z.string(), headerValue.nullish()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  cookies: z.array(z.string()).nullish(),
}

/** What comes before the body of a streamed response. */
export const StreamPrelude = z.object({ ...headFields, statusCode: headFields.statusCode.default(200) })

/** What a buffered function returns; API Gateway takes no other keys. */
export const ProxyResult = z.strictObject({
  ...headFields,
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
})

type Head = z.output<typeof StreamPrelude>

// The gateway frames the body itself. A length that the function gives may not be the one that it sends.
const framingHeaders = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/** Throws where a status or a header is not valid HTTP. */
export const writeResponseHead = (
  response: ServerResponse,
  { statusCode, headers, multiValueHeaders, cookies }: Head,
  contentLength?: number,
): void => {
  const fields: OutgoingHttpHeaders = { 'content-type': 'application/json' }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value !== null && value !== undefined) fields[name.toLowerCase()] = String(value)
  }
  for (const [name, values] of Object.entries(multiValueHeaders ?? {})) {
    fields[name.toLowerCase()] = values.map(String)
  }
  if (cookies?.length) fields['set-cookie'] = cookies
  for (const name of framingHeaders) delete fields[name]
  if (contentLength !== undefined) fields['content-length'] = contentLength
  response.writeHead(statusCode, fields)
}
