import type { CDPSession, Page, Protocol } from 'puppeteer-core'
import { limitsMs } from '../../core/plan/budgets.ts'
import { bestEffort } from './best-effort.ts'

/** Pages that redirect their visitor (language, login, consent) are followed this often. An endless reload is not. */
const followMax = 5

export interface MainResponse {
  url: string
  status: number
  headers: Record<string, string>
}

/** The main frame could not show the URL. `code` is Chromium's own (`net::ERR_…`). */
export class NavigationError extends Error {
  override readonly name = 'NavigationError'
  readonly code: string
  readonly url: string
  readonly isDownload: boolean
  constructor(code: string, url: string, isDownload = false) {
    super(code)
    this.code = code
    this.url = url
    this.isDownload = isDownload
  }
}

type Moment = 'DOMContentLoaded' | 'load'

export interface MainDocument {
  /** Does not change while the page is open, even if another process shows it. */
  readonly frameId: string
  /** URL of what the main frame shows, or of what it failed to show. */
  url(): string
  /** Response for the document that the main frame shows. */
  response(): MainResponse | undefined
  /** Whether the page has responded. A redirect counts only if the render follows its requests. */
  hasResponse(): boolean
  /** Throws NavigationError. */
  navigate(url: string): Promise<void>
  /** Resolves once the main frame's document has reached these moments and is not about to be replaced. */
  reached(moments: readonly Moment[]): Promise<void>
  /** True while the page navigates to another document. */
  isLeaving(): boolean
  /** True if the document ended before it was complete. */
  isBrokenOff(): boolean
  /**
   * Throws NavigationError if the page navigated to a URL that could not be shown. If the reason is unknown, it navigates to the URL
   * again, with GET, to learn it.
   */
  assertShown(): Promise<void>
}

interface State {
  frameId: string
  url: string
  /** Set if Chromium shows an error page for this URL. */
  unreachable: string | undefined
  /** Of the initial empty page, whose moments are reported again when the events are enabled, or of the document before the current one. */
  pastLoaderId: string
  loaderId: string
  moments: Set<string>
  documents: number
  isLeaving: boolean
  isBrokenOff: boolean
  responses: Map<string, MainResponse>
  failures: Map<string, string>
  failure: NavigationError | undefined
}

/**
 * Follows the main frame only. An iframe that never responds does not delay `wait_until`, as it would in puppeteer's `goto`. Call it
 * before navigating, with the Page and Network domains of the session enabled.
 */
export const watchMainDocument = async (cdp: Pick<CDPSession, 'send' | 'on'>): Promise<MainDocument> => {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  const state: State = {
    frameId: frameTree.frame.id,
    url: '',
    unreachable: undefined,
    pastLoaderId: frameTree.frame.loaderId,
    loaderId: '',
    moments: new Set(),
    documents: 0,
    isLeaving: false,
    isBrokenOff: false,
    responses: new Map(),
    failures: new Map(),
    failure: undefined,
  }
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const check of waiting) check()
  }
  followResponses(cdp, state)
  followFrame(cdp, state, changed)
  /** Returns the error, if any. */
  const open = async (url: string) => {
    const { frameId } = state
    const { errorText, isDownload } = await cdp.send('Page.navigate', { url, frameId })
    // For an error status without a body, Chromium shows its own error page. That is not a failure to reach the page.
    if (!errorText || errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE') return errorText
    throw new NavigationError(errorText, await failedUrl(state, waiting, { url, errorText }), isDownload)
  }
  return {
    frameId: state.frameId,
    url: () => state.url,
    response: () => state.responses.get(state.loaderId),
    hasResponse: () => state.responses.size > 0 || (state.documents > 0 && state.unreachable === undefined),
    isLeaving: () => state.isLeaving,
    isBrokenOff: () => state.isBrokenOff,
    async navigate(url) {
      await open(url)
    },
    async assertShown() {
      if (state.failure) throw state.failure
      const url = urlWithoutReason(state)
      if (url === undefined) return
      if (!/^https?:/.test(url)) throw new NavigationError('net::ERR_UNKNOWN_URL_SCHEME', url)
      forgetDocument(state)
      // It has failed once, so it is not shown, even if it can be reached now.
      if (!(await open(url))) throw new NavigationError('net::ERR_FAILED', url)
      await reach(state, waiting, ['load'])
    },
    reached: (moments) => reach(state, waiting, moments),
  }
}

const reach = (state: State, waiting: Set<() => void>, moments: readonly Moment[]) =>
  new Promise<void>((resolve, reject) => {
    const check = () => {
      if (!state.failure && !hasReached(state, moments)) return
      waiting.delete(check)
      if (state.failure) reject(state.failure)
      else resolve()
    }
    waiting.add(check)
    check()
  })

const hasReached = ({ loaderId, moments, isLeaving, documents }: State, wanted: readonly Moment[]) =>
  loaderId !== '' && wanted.every((moment) => moments.has(moment)) && (!isLeaving || documents >= followMax)

/**
 * Returns the URL that could not be shown if no event said why. The Network domain is enabled when a page begins to navigate
 * (`mute-network.ts`), and a navigation can fail before the browser has enabled it. The first document's failure is known from its
 * `Page.navigate`.
 */
const urlWithoutReason = ({ unreachable, documents, loaderId, failures, responses }: State) =>
  documents > 1 && !failures.has(loaderId) && !responses.has(loaderId) ? unreachable : undefined

/** `Page.navigate` returns before the events of the new document. */
const forgetDocument = (state: State) => {
  state.pastLoaderId = state.loaderId
  state.loaderId = ''
  state.unreachable = undefined
  state.moments.clear()
}

const failedUrl = async (
  state: State,
  waiting: Set<() => void>,
  { url, errorText }: { url: string; errorText: string },
) => {
  const latest = () => [...state.responses.values()].at(-1)?.url ?? url
  // A download and an empty response have no error page.
  if (errorText === 'net::ERR_ABORTED') return latest()
  const { promise, resolve } = Promise.withResolvers<string>()
  const check = () => state.unreachable && resolve(state.unreachable)
  waiting.add(check)
  check()
  const shown = await bestEffort(promise, limitsMs.load.errorPage)
  waiting.delete(check)
  return shown?.value ?? latest()
}

const followResponses = (cdp: Pick<CDPSession, 'on'>, state: State) => {
  const isMain = (event: { type: string; frameId?: string }) =>
    event.type === 'Document' && event.frameId === state.frameId
  const keep = (loaderId: string, { url, status, headers }: Protocol.Network.Response) =>
    state.responses.set(loaderId, { url, status, headers })
  cdp.on('Network.responseReceived', (event) => {
    if (isMain(event)) keep(event.loaderId, event.response)
  })
  cdp.on('Network.requestWillBeSent', (event) => {
    if (event.redirectResponse && isMain({ ...event, type: event.type ?? '' }))
      keep(event.loaderId, event.redirectResponse)
  })
  cdp.on('Network.loadingFailed', (event) => {
    if (event.type === 'Document') state.failures.set(event.requestId, event.errorText)
  })
}

const followFrame = (cdp: Pick<CDPSession, 'on'>, state: State, changed: () => void) => {
  cdp.on('Page.frameRequestedNavigation', (event) => {
    if (event.frameId === state.frameId && event.disposition === 'currentTab') state.isLeaving = true
  })
  cdp.on('Page.frameStoppedLoading', (event) => {
    if (event.frameId !== state.frameId) return
    // The new URL returned no document (204, download), so the current one stays.
    state.isLeaving = false
    // A document that broke off will not become more complete, but no moments are reported for it.
    if (state.loaderId !== '') {
      state.isBrokenOff = !state.moments.has('DOMContentLoaded')
      state.moments.add('DOMContentLoaded').add('load')
    }
    changed()
  })
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== state.frameId) return
    if (frame.unreachableUrl && state.failures.has(frame.loaderId))
      state.failure = toFailure(state, frame.loaderId, frame.unreachableUrl)
    state.unreachable = frame.unreachableUrl
    state.url = frame.unreachableUrl ?? frame.url
    state.isLeaving = false
    state.documents++
    changed()
  })
  cdp.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
    if (frameId !== state.frameId || loaderId === state.pastLoaderId) return
    if (loaderId !== state.loaderId) {
      state.moments.clear()
      state.isBrokenOff = false
    }
    state.loaderId = loaderId
    state.moments.add(name)
    changed()
  })
}

const toFailure = (state: State, loaderId: string, url: string) => {
  const code = state.failures.get(loaderId) ?? ''
  if (code === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE') return undefined
  return new NavigationError(code, url)
}

/**
 * Keeps the document in its page, also without scripts: `<meta http-equiv="refresh">` would replace it. A navigation whose request fails as
 * aborted leaves the document as it is.
 */
export const keepDocument = async (
  { page, cdp }: { page: Page; cdp: Pick<CDPSession, 'send'> },
  document: Pick<MainDocument, 'frameId' | 'isLeaving'>,
): Promise<void> => {
  const session = await page.createCDPSession()
  session.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    const decided =
      frameId === document.frameId
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId })
    // The page may be closed by then.
    decided.catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] })
  // The request of a navigation that has begun is no longer paused.
  if (document.isLeaving()) await cdp.send('Page.stopLoading')
}
