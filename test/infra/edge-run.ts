import { createContext, runInContext } from 'node:vm'
import { readGraph } from './read-graph.ts'
import { createStack } from './stack.ts'

export interface EdgeRequest {
  uri: string
  querystring?: string
  headers: Record<string, { value: string }>
  rawQueryString(): string | undefined
}

export interface EdgeResponse {
  statusCode: number
  headers: Record<string, { value: string }>
  body: string
}

export const stack = createStack(await readGraph())
export const nowMs = Date.UTC(2026, 10, 21)

/** The code of the edge function, as it is deployed. */
export const codeOf = (name: string): string => {
  const functions = stack.all('cloudfront/function').map(({ inputs }) => inputs)
  const fn = functions.find((inputs) => inputs['name'] === `stillframe-production-eu-central-1-${name}`)
  return String(fn?.['code'])
}

/** Runs an edge function as CloudFront does: without modules and without host objects. */
export const run = (name: string, request: EdgeRequest): EdgeRequest | EdgeResponse => {
  const context = createContext({
    event: { request, viewer: { ip: '192.0.2.7' }, context: { requestId: 'edge-request' } },
    nowMs,
  })
  return runInContext(`Date.now = () => nowMs; ${codeOf(name)}; handler(event)`, context)
}

export const request = (
  uri: string,
  rawQuery?: string,
  headers: EdgeRequest['headers'] = {},
): EdgeRequest => ({
  uri,
  headers,
  rawQueryString: () => rawQuery,
})
