import type { CDPSession, Page, Protocol } from 'puppeteer-core'
import { ConnectionFailedError, ResultTooLargeError } from '../../base/errors.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { noteUnlessGone } from './best-effort.ts'
import type { MainDocument, MainResponse } from './main-document.ts'

/** The document of a page as its server sent it. */
export interface SentDocument extends Omit<MainResponse, 'url'> {
  /** Without `Content-Encoding`. */
  bytes: Buffer
}

type Paused = Protocol.Fetch.RequestPausedEvent

const bytesMax = 20_000_000

/** The page is only asked for title, icon and encoding, and would take more than 30 s for 15 MB. */
const shownBytesMax = 1_000_000

/** Without scripts, `connect-src` only concerns the icon that the service requests. */
const loadsNothing = "default-src 'none'; connect-src 'self'"

/**
 * Keeps the first document of the page, and lets the page show its beginning with headers that make it load nothing else. The page does
 * not leave it. Must be called before the page navigates. Counts the requests. Returns a function that returns the document, or
 * undefined if the response was no text. The function throws ResultTooLargeError and ConnectionFailedError.
 */
export const keepSentDocument = async (
  page: Pick<Page, 'createCDPSession'>,
  { frameId }: Pick<MainDocument, 'frameId'>,
  report: Pick<RenderReport, 'requests' | 'faults'>,
): Promise<() => SentDocument | undefined> => {
  const session = await page.createCDPSession()
  let kept: SentDocument | undefined
  const decide = async (event: Paused) => {
    const { requestId, responseStatusCode: status } = event
    if (kept || event.frameId !== frameId)
      return session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    if (status === undefined) report.requests.made++
    const headers = toHeaders(event)
    if (status === undefined || !isShownAsText(status, headers))
      return session.send('Fetch.continueRequest', { requestId })
    kept = { status, headers, bytes: await readBody(session, requestId) }
    return session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: isFulfillable(status) ? status : 200,
      responseHeaders: [
        ...(event.responseHeaders ?? []).filter(({ name }) => /^content-type$/i.test(name)),
        { name: 'content-security-policy', value: loadsNothing },
      ],
      body: kept.bytes.subarray(0, shownBytesMax).toString('base64'),
    })
  }
  const note = noteUnlessGone(report, 'sent document')
  session.on('Fetch.requestPaused', (event) => void decide(event).catch(note))
  const patterns = (['Request', 'Response'] as const).map((requestStage) => ({
    resourceType: 'Document' as const,
    requestStage,
  }))
  await session.send('Fetch.enable', { patterns })
  return () => {
    if (kept) assertWhole(kept)
    return kept
  }
}

/** `Fetch.fulfillRequest` accepts no others. */
const isFulfillable = (status: number) => status >= 100 && status <= 599

/** The browser ends a body that it cannot decode, or that breaks off, without an error. */
const assertWhole = ({ headers, bytes }: SentDocument) => {
  if (bytes.length > bytesMax)
    throw new ResultTooLargeError(`The document of the page is larger than ${bytesMax / 1_000_000} MB.`)
  if (bytes.length === 0 && headers['content-length'] !== '0')
    throw new ConnectionFailedError(
      'The document of the page is empty: the connection was interrupted, or the content is not encoded as `Content-Encoding` says.',
    )
}

/** Reads a body as far as it arrives, and ends when it is too large. */
const readBody = async (session: CDPSession, requestId: string): Promise<Buffer> => {
  const { stream: handle } = await session.send('Fetch.takeResponseBodyAsStream', { requestId })
  const parts: Buffer[] = []
  let length = 0
  let isOver = false
  while (!isOver && length <= bytesMax) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle })
    const part = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
    parts.push(part)
    length += part.length
    isOver = eof
  }
  await session.send('IO.close', { handle })
  return Buffer.concat(parts)
}

/** By lowercase name. Values of repeated headers are on separate lines. */
const toHeaders = ({ responseHeaders = [] }: Paused): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const { name, value } of responseHeaders) {
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value : `${headers[key]}\n${value}`
  }
  return headers
}

/** The browser follows redirects, saves attachments and files, and ignores responses without content. */
const isShownAsText = (status: number, headers: Record<string, string>): boolean => {
  const { 'content-disposition': disposition = '', 'content-type': type = '', location } = headers
  const isRedirect = [301, 302, 303, 307, 308].includes(status) && Boolean(location)
  const isEmpty = [204, 205, 304].includes(status)
  return !isRedirect && !isEmpty && !/^\s*attachment\b/i.test(disposition) && isText(type)
}

/** A browser guesses the type of what has none, or one that says nothing. */
const isText = (contentType: string) =>
  !contentType.includes('/') ||
  contentType.trim().startsWith('*/*') ||
  /^\s*(text\/|(application|image)\/([\w.-]+\+)?(xml|json|javascript))/i.test(contentType)
