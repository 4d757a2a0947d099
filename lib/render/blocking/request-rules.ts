import { type FiltersEngine, Request, type RequestType } from '@ghostery/adblocker'
import type { Protocol } from 'puppeteer-core'
import { createTargetScope } from '../../core/network/target-scope.ts'
import { compileUrlPatterns } from '../../core/network/url-pattern.ts'
import type { RenderPlan, ResourceType } from '../../core/plan/render-plan.ts'
import { toResourceType } from './resource-types.ts'

/** The part of the plan that the rules depend on. */
export type RequestOptions = Pick<RenderPlan, 'source' | 'block' | 'headers' | 'authorization'>

export interface PageRequest {
  url: string
  type: Protocol.Network.ResourceType
  /** The document of the page itself. Only the scheme guard blocks it. */
  isMainDocument: boolean
  headers: Protocol.Network.Headers
}

/** A stub is an empty response of the right type, for scripts whose absence breaks pages. */
export type Verdict =
  | { kind: 'pass'; headers?: Protocol.Fetch.HeaderEntry[] }
  | { kind: 'block' }
  | { kind: 'stub' }

export interface RequestRules {
  /** Match every request that these rules may block or change. */
  readonly patterns: Protocol.Fetch.RequestPattern[]
  /** False if all requests pass unchanged. */
  readonly isActive: boolean
  decide(request: PageRequest): Verdict
}

/** A page cannot load these schemes. `watch-page.ts` is the guard; these rules are a second one when requests are intercepted. */
const guarded = ['file:', 'view-source:', 'filesystem:', 'ftp:']

/**
 * What cookie notices are made of. Their images and fonts do not show without them, and to stop each of 60 images takes a tenth of the
 * CPU time of a render.
 */
const noticeTypes = ['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch'] as const

/** Whether only cookie notices are blocked, as by default. */
export const isForNoticesOnly = (plan: RequestOptions): boolean =>
  !hasOptions(plan) && plan.block.annoyances.length === 1 && plan.block.annoyances[0] === 'cookies_banner'

const hasOptions = (plan: RequestOptions) =>
  plan.block.urlPatterns.length > 0 ||
  plan.block.resourceTypes.length > 0 ||
  plan.headers.length > 0 ||
  authorizationOf(plan) !== undefined

export const createRequestRules = (
  plan: RequestOptions,
  engines: readonly FiltersEngine[],
  targetUrl: string | undefined,
): RequestRules => {
  const isUnwanted = compileUrlPatterns(plan.block.urlPatterns)
  const blockedTypes: ReadonlySet<ResourceType> = new Set(plan.block.resourceTypes)
  const addHeaders = createHeaderRules(plan, targetUrl)
  let documentUrl = targetUrl ?? ''

  const isBlocked = ({ url, type }: PageRequest) => blockedTypes.has(toResourceType(type)) || isUnwanted(url)
  const wanted = isForNoticesOnly(plan)
    ? noticeTypes.map((resourceType) => ({ urlPattern: '*', resourceType }))
    : [{ urlPattern: '*' }]
  const refuse = (request: PageRequest): Verdict | undefined =>
    isBlocked(request) ? { kind: 'block' } : judge(request, engines, documentUrl)

  return {
    patterns: [...guarded.map((scheme) => ({ urlPattern: `${scheme}*` })), ...wanted],
    isActive: engines.length > 0 || hasOptions(plan),
    decide(request) {
      if (guarded.some((scheme) => request.url.startsWith(scheme))) return { kind: 'block' }
      if (!/^https?:/.test(request.url)) return { kind: 'pass' }
      if (request.isMainDocument) documentUrl = request.url
      const refusal = request.isMainDocument ? undefined : refuse(request)
      return refusal ?? addHeaders?.(request) ?? { kind: 'pass' }
    },
  }
}

const judge = (
  { url, type }: PageRequest,
  engines: readonly FiltersEngine[],
  documentUrl: string,
): Verdict | undefined => {
  if (engines.length === 0) return undefined
  const request = Request.fromRawDetails({ url, type: engineType(type), sourceUrl: documentUrl })
  for (const engine of engines) {
    const { match, redirect } = engine.match(request)
    if (match) return { kind: redirect ? 'stub' : 'block' }
  }
  return undefined
}

const engineType = (type: Protocol.Network.ResourceType): RequestType =>
  type === 'Document' ? 'sub_frame' : (type.toLowerCase() as RequestType)

/**
 * Sends `headers` to the target's own site, `authorization` to its own origin, and `accept-language` everywhere. A redirect is a
 * separate request here, so its target does not inherit headers. An `Authorization` header that a script of the page sets stays, as when
 * a browser answers a challenge itself.
 */
const createHeaderRules = (plan: RequestOptions, targetUrl: string | undefined) => {
  const scope = createTargetScope(targetUrl)
  const isLanguage = ({ name }: { name: string }) => name.toLowerCase() === 'accept-language'
  const everywhere = plan.headers.filter(isLanguage)
  const ownSite = plan.headers.filter((header) => !isLanguage(header))
  const authorization = authorizationOf(plan)
  const ownOrigin = authorization === undefined ? [] : [{ name: 'authorization', value: authorization }]
  if (plan.headers.length === 0 && ownOrigin.length === 0) return undefined
  return ({ url, headers }: PageRequest): Verdict => {
    const added = [
      ...everywhere,
      ...(scope.isOwnSite(url) ? ownSite : []),
      ...(scope.isOwnOrigin(url) && !hasAuthorization(headers) ? ownOrigin : []),
    ]
    return added.length === 0 ? { kind: 'pass' } : { kind: 'pass', headers: merge(headers, added) }
  }
}

const hasAuthorization = (headers: Protocol.Network.Headers) =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')

const authorizationOf = ({ authorization, source }: RequestOptions) =>
  authorization ?? basicAuthorization(source)

/** Returns the authorization of credentials in the URL itself. */
const basicAuthorization = (source: RenderPlan['source']) => {
  if (source.kind !== 'url' || !source.credentials) return undefined
  const { username, password } = source.credentials
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** The protocol requires the complete list of headers. */
const merge = (headers: Protocol.Network.Headers, added: readonly Protocol.Fetch.HeaderEntry[]) => {
  const replaced = new Set(added.map(({ name }) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()))
  return [...kept.map(([name, value]) => ({ name, value })), ...added]
}
