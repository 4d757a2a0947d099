import {
  InvalidParameterError,
  PageTimeoutError,
  ResultTooLargeError,
  SelectorNotFoundError,
} from '../../../base/errors.ts'
import { timed } from '../../../base/timers.ts'
import { toWellFormedJson } from '../../../core/html/well-formed-json.ts'
import type { ArtifactPart, SnapshotContent } from '../../../core/plan/artifact.ts'
import type { PdfPlan, ScrapePlan, ScreenshotPlan } from '../../../core/plan/render-plan.ts'
import type { OutputName } from '../../../schema/output-names.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import { setMedia } from '../../steps/emulation.ts'
import { printDocument } from '../pdf/print-document.ts'
import { readPageCount } from '../pdf/read-page-count.ts'
import { readContent } from '../scrape/read-content.ts'
import { capture } from '../screenshot/capture.ts'
import { canBeFrame } from '../screenshot/shoot.ts'
import { contentTypes as imageTypes, isWholePage } from '../screenshot/take-screenshot.ts'
import { endLoading } from './end-loading.ts'
import type { HeldPage } from './hold-page.ts'
import type { OutputContext } from './output-context.ts'
import { readPage } from './read-page.ts'

/**
 * Makes the outputs of a page that can be made before it is frozen: the image of the viewport, which is the state that is frozen. Other
 * images need calls in the page before they are taken, and change it.
 */
export const makeFirst = async (context: OutputContext): Promise<ArtifactPart[]> => {
  const { screenshot } = context.outputs
  if (!screenshot || isWholePage(screenshot) || !canBeFrame(screenshot)) return []
  return [await named('screenshot', () => shoot(context, 'screenshot', screenshot))]
}

interface HeldContext extends OutputContext {
  held: HeldPage
}

/**
 * Makes the other outputs of a page that is frozen and whose state is kept, one after the other. What one of them changes on the page is
 * undone before the next: the viewport is captured first, then the content is read, and the document is printed last because its media
 * type stays.
 *
 * @param first the outputs that have been made
 * @param cutAt height at which a page without end is cut
 */
export const makeOutputs = async (
  context: HeldContext,
  first: readonly ArtifactPart[],
  cutAt: number | undefined,
): Promise<SnapshotContent> => {
  const { screenshot, markdown, html, fullPage, pdf } = context.outputs
  const parts = [...first]
  const add = async (output: OutputName, work: () => Promise<ArtifactPart>) => {
    parts.push(await named(output, work))
  }
  if (screenshot && first.length === 0)
    await add('screenshot', () => shoot(context, 'screenshot', screenshot))
  const { metadata, links } = await readPage(context)
  if (metadata) parts.push(toJsonPart('metadata', metadata))
  if (links) parts.push(toJsonPart('links', links))
  if (markdown) await add('markdown', async () => toTextPart('markdown', await read(context, markdown)))
  if (html) await add('html', async () => toTextPart('html', await readHtml(context, html)))
  if (fullPage) await add('full_page', () => shoot(context, 'full_page', cutPage(fullPage, cutAt)))
  if (pdf) await add('pdf', () => printPdf(context, pdf))
  return { parts, ...(metadata && { metadata }) }
}

const types = {
  markdown: { contentType: 'text/markdown; charset=utf-8', extension: 'md' },
  html: { contentType: 'text/html; charset=utf-8', extension: 'html' },
}

const toTextPart = (output: keyof typeof types, body: Buffer): ArtifactPart => ({
  ...types[output],
  output,
  body,
})

const namedErrors = [InvalidParameterError, SelectorNotFoundError, ResultTooLargeError, PageTimeoutError]

/** Names the output in the message of a failure, because two outputs may have the same parameter. */
const named = async <T>(output: OutputName, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const Kind = namedErrors.find((kind) => cause instanceof kind)
    if (!Kind || !(cause instanceof Error)) throw cause
    throw new Kind(`In the output \`${output}\`: ${cause.message}`, { cause })
  }
}

const shoot = async (
  { session, steps: { report, world }, signal, endsMs, call }: OutputContext,
  output: OutputName,
  plan: ScreenshotPlan,
): Promise<ArtifactPart> => {
  // Nothing that runs in the page could change it.
  const held = { ...plan, scriptsDisabled: true }
  const { body, width, height } = await capture(session, held, report, { signal, endsMs, world })
  await call('undo', 'kept')
  const { extension, format } = plan
  return { output, body, contentType: imageTypes[format], extension, facts: { width, height } }
}

const read = async ({ session, steps }: OutputContext, plan: ScrapePlan): Promise<Buffer> =>
  Buffer.from(await timed(steps.report, 'capture', () => readContent(session, plan, steps)))

/** Returns the page's HTML without the service's styles, such as the ones that hide a dialog. */
const readHtml = async (context: OutputContext, plan: ScrapePlan): Promise<Buffer> => {
  if (plan.onlyMainContent) return read(context, plan)
  await context.call('undo', 'page')
  const body = await read(context, plan)
  await context.call('undo', 'kept')
  return body
}

const printPdf = async (
  { held, session, steps: { report, world }, signal, endsMs }: HeldContext,
  plan: PdfPlan,
): Promise<ArtifactPart> => {
  await awaitResponse({ signal, endsMs }, setMedia(session, plan))
  await awaitResponse({ signal, endsMs }, held.announcePrint())
  await awaitResponse({ signal, endsMs }, endLoading(session, world, plan))
  const body = await printDocument({ ...session, plan, report, world, signal, endsMs, isFrozen: true })
  const facts = { pages: readPageCount(body) }
  return { output: 'pdf', body, contentType: 'application/pdf', extension: 'pdf', facts }
}

const toJsonPart = (output: OutputName, value: unknown): ArtifactPart => ({
  output,
  body: Buffer.from(toWellFormedJson(value)),
  contentType: 'application/json',
  extension: 'json',
})

/** The page has been scrolled through already, and no longer reacts to it. */
const cutPage = (
  { fullPageScroll: _, ...plan }: ScreenshotPlan,
  cutAt: number | undefined,
): ScreenshotPlan => ({
  ...plan,
  ...(cutAt !== undefined && { fullPageMaxHeight: Math.min(cutAt, plan.fullPageMaxHeight ?? cutAt) }),
})
