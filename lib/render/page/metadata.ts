import { createHash } from 'node:crypto'
import { withoutUndefined } from '../../base/without-undefined.ts'
import {
  type Cut,
  headersBytesLeft,
  toAsciiJson,
  toHeaderEntries,
  toListValue,
  toObjectValue,
  toTextValue,
} from '../../core/html/metadata-values.ts'
import type { Artifact, ArtifactFacts } from '../../core/plan/artifact.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { noteExpired, type RenderReport } from '../../core/telemetry/render-report.ts'
import { withoutCredentials } from '../../schema/http-url.ts'
import type { PageSession } from '../browser/page-session.ts'
import { bestEffort } from './best-effort.ts'
import { findFavicon } from './favicon.ts'
import type { StepContext } from './step.ts'
import type { World } from './world.ts'

/** Longer than every text and URL that is returned. A value that the page cuts still counts as too long. */
const headLengthMax = 10_000

/** The metadata that has to be read from the page while it is open. */
export interface PageFacts {
  /** Where redirects and scripts of the page led. Absent for `html`. */
  url?: string
  title?: string
  icon?: string
  fonts?: string[]
  status?: number
  headers?: Record<string, string>
}

type FactsContext = Pick<StepContext, 'document' | 'sentDocument' | 'world' | 'signal' | 'report'>

/** Reads the facts of a page. Leaves out those that do not arrive in time or that the page makes unreadable. */
export const readPageFacts = async (
  session: PageSession,
  { metadata, source, isDescribed = false, isBackground = false }: RenderPlan,
  context: FactsContext,
): Promise<PageFacts> => {
  const { world, signal, report } = context
  const isHeadWanted = metadata.title || metadata.icon || isDescribed || isBackground
  const [head, fonts] = await Promise.all([
    isHeadWanted
      ? bestEffort(world.call('readHead', headLengthMax), limitsMs.metadata.head, signal)
      : undefined,
    metadata.fonts ? bestEffort(readFonts(session, world), limitsMs.metadata.fonts, signal) : undefined,
  ])
  if (isHeadWanted && head === undefined) noteExpired(report, 'metadata_head')
  if (metadata.fonts && fonts === undefined) noteExpired(report, 'metadata_fonts')
  const { icon: declared, url = context.document.url(), status, ...title } = head?.value ?? {}
  const facts = { ...title, ...(fonts && { fonts: fonts.value }) }
  // The caller's own document has no server.
  if (source.kind === 'html') return facts
  const isIconMissing = metadata.icon && head !== undefined && declared === undefined
  const icon = isIconMissing ? await findIcon(session, context) : declared
  return { ...facts, url, ...serverFacts(context, icon, status) }
}

/** Returns the names of the font families that the page was drawn with, unique and sorted, not those that its CSS names. */
const readFonts = async ({ cdp }: PageSession, world: World): Promise<string[]> => {
  const [objectIds] = await Promise.all([
    world.handles('sampleText'),
    cdp.send('DOM.enable'),
    cdp.send('CSS.enable'),
    cdp.send('DOM.getDocument', { depth: 0 }),
  ])
  const usages = await Promise.all(
    objectIds.map(async (objectId) => {
      const { nodeId } = await cdp.send('DOM.requestNode', { objectId })
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts
    }),
  )
  const families = usages.flat().filter(({ glyphCount }) => glyphCount > 0)
  return [...new Set(families.map(({ familyName }) => familyName))].sort()
}

/** @param status as the document states it, for a render that does not follow its requests */
const serverFacts = (
  { document, sentDocument }: FactsContext,
  icon: string | undefined,
  status: number | undefined,
) => {
  const response = sentDocument() ?? document.response()
  return withoutUndefined({ icon, status: response?.status ?? status, headers: response?.headers })
}

/** If the browser rejects any of this, the page has no icon. */
const findIcon = async ({ cdp }: PageSession, { document, signal }: FactsContext) =>
  (await bestEffort(findFavicon(cdp, document), limitsMs.metadata.icon, signal))?.value

/** The longest URL that a request may have. */
const urlLengthMax = 8192
const titleLengthMax = 1000

/**
 * Returns what the record of the request says of a result of this size, and the description of the page if the plan requests it. A page
 * may choose longer texts than a record can hold.
 */
export const describeResult = (
  { isDescribed }: Pick<RenderPlan, 'isDescribed'>,
  { url, status, title }: PageFacts,
  size: ArtifactFacts = {},
): Required<Pick<Artifact, 'facts'>> & Pick<Artifact, 'page'> => {
  const page = withoutUndefined({ status, title: title?.slice(0, titleLengthMax).toWellFormed() })
  const isUrlKept = url !== undefined && url.length <= urlLengthMax
  return {
    facts: { ...size, ...page },
    ...(isDescribed && { page: { ...(isUrlKept && { url: withoutCredentials(url) }), ...page } }),
  }
}

interface Output {
  body: Buffer
  /** Of an image or video, in pixels. */
  width?: number
  height?: number
}

/** Returns the metadata headers that the plan requests, by the part of their name after `X-Service-Metadata-`. */
export const toMetadata = (
  { metadata: options }: RenderPlan,
  facts: PageFacts,
  output: Output,
  report: RenderReport,
): Record<string, string> => {
  const makers: readonly (readonly [boolean, string, () => Cut])[] = [
    [options.imageSize, 'Image-Size', () => whole(`${output.width}x${output.height}`)],
    [options.icon && facts.icon !== undefined, 'Icon', () => toTextValue(facts.icon ?? '')],
    [options.title, 'Title', () => toTextValue(facts.title ?? '')],
    [options.fonts, 'Fonts', () => toListValue(facts.fonts ?? [])],
    [options.hash, 'Hash', () => whole(createHash('sha256').update(output.body).digest('hex'))],
    [options.status && facts.status !== undefined, 'Status', () => whole(String(facts.status))],
    [
      options.report,
      'Report',
      () => whole(toAsciiJson({ ...report, blockedTargets: undefined, faults: undefined })),
    ],
  ]
  const entries = makers.filter(([isWanted]) => isWanted).map(([, name, make]) => ({ name, ...make() }))
  if (options.headers && facts.headers !== undefined) {
    const bytesMax = headersBytesLeft(entries.map(({ value }) => value))
    entries.push({ name: 'Headers', ...toObjectValue(toHeaderEntries(facts.headers), bytesMax) })
  }
  const truncated = entries.filter(({ isCut }) => isCut).map(({ name }) => name.toLowerCase())
  return {
    ...Object.fromEntries(entries.map(({ name, value }) => [name, value])),
    ...(truncated.length > 0 && { Truncated: truncated.join(', ') }),
  }
}

const whole = (value: string): Cut => ({ value, isCut: false })
