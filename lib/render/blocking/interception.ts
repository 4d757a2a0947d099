import type { CDPSession, Protocol } from 'puppeteer-core'
import type { ResourceType } from '../../core/plan/render-plan.ts'
import { noteFault, type RenderReport } from '../../core/telemetry/render-report.ts'
import type { PageSession } from '../browser/page-session.ts'
import { noteUnlessGone } from '../page/best-effort.ts'
import { followFrames, followSharedWorkers, followTargets, type TargetKind } from '../page/follow-targets.ts'
import type { Annoyances } from './annoyances/annoyances.ts'
import {
  createRequestRules,
  isForNoticesOnly,
  type RequestOptions,
  type RequestRules,
  type Verdict,
} from './request-rules.ts'
import { ambiguousTypes, createTypeRecord } from './resource-types.ts'

interface InterceptionDeps {
  annoyances: Annoyances
  report: Pick<RenderReport, 'requests' | 'faults' | 'waitsExpired'>
  /** The page that defines the target's own site. Defaults to the plan's `url`; an `html` document has none. */
  targetUrl?: string
}

type Paused = Protocol.Fetch.RequestPausedEvent

/**
 * Stops, changes and blocks the requests of a page, its out-of-process frames and its workers. Must be called before the page
 * navigates. Ends with the page. WebSockets can be blocked only as a type, not one by one. If no option requires it, nothing is
 * intercepted, because interception takes a tenth of the CPU time of a render.
 */
export const intercept = async (
  { page, cdp }: Pick<PageSession, 'page' | 'cdp'>,
  plan: RequestOptions,
  { annoyances, report, targetUrl = ownUrl(plan) }: InterceptionDeps,
): Promise<void> => {
  const engines = plan.block.annoyances.map((annoyance) => annoyances.engine(annoyance))
  const rules = createRequestRules(plan, engines, targetUrl)
  if (!rules.isActive) return
  const blockedTypes: ReadonlySet<ResourceType> = new Set(plan.block.resourceTypes)
  const ambiguous = ambiguousTypes(blockedTypes)
  const record = createTypeRecord(report)
  const mainFrame = { id: '' }

  const stop = async (session: CDPSession, event: Paused) => {
    const type = ambiguous.has(event.resourceType) ? await record.typeOf(event) : event.resourceType
    const isMainDocument = type === 'Document' && event.frameId === mainFrame.id
    const verdict = decide(rules, event, type, isMainDocument, report)
    if (verdict.kind !== 'pass') report.requests.blocked++
    await respond(session, event, verdict, report)
  }
  const note = noteUnlessGone(report, 'interception')
  const setUp = (session: CDPSession, kind: TargetKind) => {
    const commands: Promise<unknown>[] = []
    if (ambiguous.size > 0) commands.push(record.listen(session))
    if (blockedTypes.has('websocket')) commands.push(refuseWebSockets(session))
    // The requests of a dedicated worker are intercepted in the session of the page.
    if (kind === 'worker') return Promise.all(commands)
    session.on('Fetch.requestPaused', (event) => void stop(session, event))
    commands.push(session.send('Fetch.enable', { patterns: rules.patterns }))
    if (kind === 'page') commands.push(rememberMainFrame(session, mainFrame))
    return Promise.all(commands)
  }

  if (isForNoticesOnly(plan)) {
    followFrames(cdp, (frame) => setUp(frame, 'iframe'), note)
    return void (await setUp(cdp, 'page'))
  }
  const needsWorkers = ambiguous.size > 0 || blockedTypes.has('websocket')
  await Promise.all([
    followTargets(page, needsWorkers ? ['iframe', 'worker'] : ['iframe'], setUp, note),
    followSharedWorkers(page, setUp, note),
  ])
}

const ownUrl = ({ source }: RequestOptions) => (source.kind === 'url' ? source.url : undefined)

/** The id stays the same for the life of the page, even if the process changes. */
const rememberMainFrame = async (session: CDPSession, mainFrame: { id: string }) => {
  const { frameTree } = await session.send('Page.getFrameTree')
  mainFrame.id = frameTree.frame.id
}

/** If a rule cannot be evaluated, the request is blocked, because the rule may protect a secret. */
const decide = (
  rules: RequestRules,
  { request }: Paused,
  type: Protocol.Network.ResourceType,
  isMainDocument: boolean,
  report: Pick<RenderReport, 'faults'>,
): Verdict => {
  try {
    return rules.decide({ url: request.url, headers: request.headers, type, isMainDocument })
  } catch (error) {
    noteFault(report, 'request rules', error)
    return { kind: 'block' }
  }
}

const respond = async (
  session: CDPSession,
  { requestId, resourceType }: Paused,
  verdict: Verdict,
  report: Pick<RenderReport, 'faults'>,
) => {
  const note = noteUnlessGone(report, 'interception')
  try {
    if (verdict.kind === 'block')
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    else if (verdict.kind === 'stub')
      await session.send('Fetch.fulfillRequest', stub(requestId, resourceType))
    else
      await session.send('Fetch.continueRequest', {
        requestId,
        ...(verdict.headers && { headers: verdict.headers }),
      })
  } catch (error) {
    note(error)
    // Chromium rejects an invalid header and leaves the request paused. If the page is closed, no request is paused.
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(note)
  }
}

const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const stubs: Partial<Record<Protocol.Network.ResourceType, { contentType: string; body?: string }>> = {
  Document: { contentType: 'text/html' },
  Image: { contentType: 'image/gif', body: pixel },
  Script: { contentType: 'text/javascript' },
  Stylesheet: { contentType: 'text/css' },
}

const stub = (
  requestId: string,
  type: Protocol.Network.ResourceType,
): Protocol.Fetch.FulfillRequestRequest => {
  const { contentType, body = '' } = stubs[type] ?? { contentType: 'text/plain' }
  const responseHeaders = [
    { name: 'content-type', value: contentType },
    { name: 'access-control-allow-origin', value: '*' },
  ]
  return { requestId, responseCode: 200, responseHeaders, body }
}

/** WebSocket requests cannot be paused. A network condition blocks all of them. */
const refuseWebSockets = async (session: CDPSession) => {
  const unreachable = { latency: 0, downloadThroughput: -1, uploadThroughput: -1, offline: true }
  await Promise.all([
    session.send('Network.enable'),
    session.send('Network.emulateNetworkConditionsByRule', {
      matchedNetworkConditions: ['ws://*:*/*', 'wss://*:*/*'].map((urlPattern) => ({
        urlPattern,
        ...unreachable,
      })),
    }),
  ])
}
