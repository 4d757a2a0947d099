import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { type EdgeFunctionName, edgeConstants } from '../infra/edge-constants.ts'
import { listSiteFiles, notFoundFile, readSite, type Site } from '../infra/site.ts'
import { createRequestId } from '../lib/core/requests/request-id.ts'
import { root } from './bundles.ts'
import { createSite } from './site.ts'

interface EdgeRequest {
  uri: string
  /** Set by a function to replace the query string. */
  querystring?: string
  /** Undefined without a question mark. */
  rawQueryString(): string | undefined
  headers: Record<string, { value: string }>
}

interface EdgeResponse {
  statusCode: number
  headers: Record<string, { value: string }>
  body: string
}

type EdgeFunction = (event: {
  request: EdgeRequest
  viewer: { ip: string }
  context: { requestId: string }
}) => EdgeRequest | EdgeResponse

/** Responds to a request and returns true, or returns false. */
type Origin = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

interface Options {
  results: Origin
  /** Returns the IP address of the client. */
  clientAddress(request: IncomingMessage): string
}

/**
 * Returns the part of CloudFront in the local service: it runs the same functions as CloudFront, and serves results and the site. It
 * returns false for a request to the API, which it has rewritten.
 */
export const createEdge = (siteDir: string, { results, clientAddress }: Options): Origin => {
  const site = createSite(siteDir)
  const rawQuery = load('raw-query', unbuilt(siteDir))
  const siteIndex = createSiteIndex(siteDir)
  return async (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path.startsWith('/v1/') || path === '/mcp')
      return runFunction(rawQuery, request, response, clientAddress)
    if (await results(request, response)) return true
    return runFunction(siteIndex, request, response, clientAddress) || site(request, response)
  }
}

/** The site while its documentation is built for the first time: the dashboard. */
const unbuilt = (siteDir: string): Site => ({ files: listSiteFiles(siteDir), notFoundPage: '' })

/** Returns the function for the site as it is now, because the documentation is built while the service runs. */
const createSiteIndex = (siteDir: string): EdgeFunction => {
  let builtMs: number | undefined
  let run: EdgeFunction
  return (event) => {
    const { mtimeMs = 0 } = statSync(join(siteDir, notFoundFile), { throwIfNoEntry: false }) ?? {}
    if (builtMs !== mtimeMs) run = load('site-index', mtimeMs === 0 ? unbuilt(siteDir) : readSite(siteDir))
    builtMs = mtimeMs
    const result = run(event)
    const isMissing = 'statusCode' in result && result.statusCode === 404
    return isMissing && mtimeMs === 0 ? beingBuilt : result
  }
}

const beingBuilt: EdgeResponse = {
  statusCode: 503,
  headers: {
    'content-type': { value: 'text/html; charset=utf-8' },
    'cache-control': { value: 'no-store' },
    'retry-after': { value: '2' },
  },
  body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2">
<title>Being built</title><style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;max-width:36rem;margin:20vh auto;padding:0 1rem}</style>
<h1>This page is being built</h1><p>The documentation is built after the first start, which takes up to a minute. This page reloads until it is there.
The API and <a href="/dashboard">the dashboard</a> work already.</p></html>`,
}

const load = (name: EdgeFunctionName, site: Site): EdgeFunction =>
  runInContext(`${edgeConstants(site)[name]}${readFileSync(codeOf(name), 'utf8')}\nhandler`, createContext())

const codeOf = (name: EdgeFunctionName) => join(root, 'infra', 'edge-functions', `${name}.js`)

/** Applies the function to the request. Returns whether the function responded to it. */
const runFunction = (
  run: EdgeFunction,
  request: IncomingMessage,
  response: ServerResponse,
  clientAddress: Options['clientAddress'],
): boolean => {
  const [path = '', query] = splitOnce(request.url ?? '/')
  const received = headersOf(request)
  const result = run({
    request: { uri: path, rawQueryString: () => query, headers: { ...received } },
    viewer: { ip: clientAddress(request) },
    context: { requestId: createRequestId(Date.now(), randomBytes(10)) },
  })
  if ('statusCode' in result) {
    send(response, result)
    return true
  }
  const sentQuery = result.querystring ?? query
  request.url = sentQuery === undefined ? result.uri : `${result.uri}?${sentQuery}`
  replaceHeaders(request, received, result.headers)
  return false
}

const splitOnce = (url: string): string[] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}

const pairsOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index] ?? '',
    rawHeaders[2 * index + 1] ?? '',
  ])

const headersOf = (request: IncomingMessage): EdgeRequest['headers'] =>
  Object.fromEntries(pairsOf(request).map(([name, value]) => [name.toLowerCase(), { value }]))

/**
 * Keeps the spelling and repetitions of headers that the function has not set. A header that it sets is another object, even if a client
 * sent the same value.
 */
const replaceHeaders = (
  request: IncomingMessage,
  received: EdgeRequest['headers'],
  headers: EdgeRequest['headers'],
): void => {
  const isKept = (name: string) => headers[name] !== undefined && headers[name] === received[name]
  const kept = pairsOf(request).filter(([name]) => isKept(name.toLowerCase()))
  const added = Object.entries(headers).filter(([name]) => !isKept(name))
  request.rawHeaders = [...kept, ...added.map(([name, { value }]) => [name, value])].flat()
}

const send = (response: ServerResponse, { statusCode, headers, body }: EdgeResponse): void => {
  for (const [name, { value }] of Object.entries(headers)) response.setHeader(name, value)
  response.writeHead(statusCode, { 'content-length': Buffer.byteLength(body) })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
