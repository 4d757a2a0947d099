import { type S3Call, sendEmpty } from './call.ts'
import { S3Error } from './errors.ts'
import type { S3Store } from './store.ts'
import { contentsOf, textOf, textsOf } from './xml.ts'

/**
 * Adds what the bucket's CORS rules allow to the answer, errors included. Answers preflights, which are unsigned, and
 * returns true for them.
 */
export const applyCors = ({ database }: S3Store, call: S3Call): boolean => {
  const { response, method, headers } = call
  const { origin } = headers
  if (origin === undefined) return false
  const isPreflight = method === 'OPTIONS'
  const wantedMethod = isPreflight ? headers['access-control-request-method'] : method
  const rules = contentsOf(database.findBucket(call.bucket)?.configuration.cors ?? '', 'CORSRule')
  const rule = rules.find((xml) => allows(xml, origin, wantedMethod ?? ''))
  if (rule) addHeaders(call, rule, origin)
  if (!isPreflight) return false
  if (!rule) throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
  sendEmpty(response)
  return true
}

const allows = (rule: string, origin: string, method: string) =>
  textsOf(rule, 'AllowedMethod').includes(method) &&
  textsOf(rule, 'AllowedOrigin').some((pattern) => matchesPattern(pattern, origin))

/** S3 allows one `*`. */
const matchesPattern = (pattern: string, origin: string) => {
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return origin === pattern
  return origin.length >= start.length + end.length && origin.startsWith(start) && origin.endsWith(end)
}

const addHeaders = ({ response, headers }: S3Call, rule: string, origin: string) => {
  const isForAll = textsOf(rule, 'AllowedOrigin').includes('*')
  const exposed = textsOf(rule, 'ExposeHeader')
  const maxAge = textOf(rule, 'MaxAgeSeconds')
  const wantedHeaders = headers['access-control-request-headers']
  response.setHeader('access-control-allow-origin', isForAll ? '*' : origin)
  response.setHeader('access-control-allow-methods', textsOf(rule, 'AllowedMethod').join(', '))
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
  if (exposed.length > 0) response.setHeader('access-control-expose-headers', exposed.join(', '))
  if (maxAge !== undefined) response.setHeader('access-control-max-age', maxAge)
  const allowed = textsOf(rule, 'AllowedHeader').map((pattern) => pattern.toLowerCase())
  const granted = wantedHeaders
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => allowed.some((pattern) => matchesPattern(pattern, name.toLowerCase())))
  if (granted?.length) response.setHeader('access-control-allow-headers', granted.join(', '))
}
