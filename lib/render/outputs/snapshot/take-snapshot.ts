import { timed } from '../../../base/timers.ts'
import type { Artifact } from '../../../core/plan/artifact.ts'
import type { SnapshotPlan } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import { keepDocument } from '../../page/main-document.ts'
import { describeResult, readPageFacts, toMetadata } from '../../page/metadata.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import { type RenderContext, type RenderDeps, renderPage } from '../../render-page.ts'
import type { CaptureContext } from '../screenshot/capture-context.ts'
import { awaitScrolled } from '../screenshot/page-rest.ts'
import { scrollThrough } from '../screenshot/scroll-through.ts'
import { holdPage } from './hold-page.ts'
import { loadUnseen } from './load-unseen.ts'
import { makeFirst, makeOutputs } from './make-outputs.ts'
import { createOutputContext, type OutputContext } from './output-context.ts'

/**
 * Renders a page once and returns several outputs of it. All show the same state, because the scripts of the page are stopped, and it
 * cannot navigate, before the first one. It always ends within timeout + delay + 15 s, even for a hostile page.
 *
 * @throws AppError
 */
export const take = (plan: SnapshotPlan, renderContext: RenderContext, deps: RenderDeps): Promise<Artifact> =>
  renderPage({ use: 'whole', plan, context: renderContext, deps }, async ({ session, context: steps }) => {
    const live = createOutputContext(session, plan.outputs, steps)
    const cutAt = await scroll(live)
    await loadUnseen(live, plan)
    const held = await awaitResponse(live, holdPage(session))
    const context = { ...live, held, session: held.session }
    const first = await makeFirst(context)
    await awaitResponse(context, held.freeze())
    await awaitResponse(context, keepDocument(session, steps.document))
    await context.call('keepState')
    const facts = await readPageFacts(session, plan, steps)
    const snapshot = await makeOutputs(context, first, cutAt)
    // The document names files, which are not stored yet.
    const body = Buffer.alloc(0)
    return {
      body,
      contentType: 'application/json',
      extension: 'json',
      metadata: toMetadata(plan, facts, { body }, steps.report),
      ...describeResult(plan, facts),
      snapshot,
    }
  })

/** Scrolls through the page if the full page requests it. Returns the height at which a page without end is cut, or undefined. */
const scroll = async ({ session, outputs, steps, endsMs, signal, call }: OutputContext) => {
  const { fullPage: plan } = outputs
  if (!plan?.fullPageScroll) return undefined
  const { world, report } = steps
  const context: CaptureContext = { ...session, plan, report, world, endsMs, signal }
  const cutAt = await timed(report, 'settle', () => scrollThrough(context, true))
  await call('openFullPage')
  await awaitScrolled(context)
  // A page that is held does not react to scrolling.
  if (await call('lacksShown')) noteIncomplete(report, 'section', 'not_drawn')
  return cutAt
}
