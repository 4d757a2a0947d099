import type { Artifact } from '../../../core/plan/artifact.ts'
import type { PdfPlan } from '../../../core/plan/render-plan.ts'
import { keepDocument } from '../../page/main-document.ts'
import { describeResult, readPageFacts, toMetadata } from '../../page/metadata.ts'
import { captureEndsMs } from '../../page/time-limits.ts'
import { type RenderContext, type RenderDeps, renderPage } from '../../render-page.ts'
import { printDocument } from './print-document.ts'
import { readPageCount } from './read-page-count.ts'

/**
 * Renders a page and returns a PDF document. It always ends within timeout + delay + 5 s, even for a hostile page.
 *
 * @throws AppError
 */
export const take = (plan: PdfPlan, context: RenderContext, deps: RenderDeps): Promise<Artifact> =>
  renderPage(
    { use: 'paper', plan, context, deps },
    async ({ session, context: { world, budget, signal, ...steps } }) => {
      const { report } = context
      const facts = await readPageFacts(session, plan, { ...steps, world, signal })
      const endsMs = captureEndsMs(budget)
      let held: Promise<void> | undefined
      const holdDocument = () => (held ??= keepDocument(session, steps.document))
      const body = await printDocument({ ...session, plan, report, world, signal, endsMs, holdDocument })
      return {
        body,
        contentType: 'application/pdf',
        extension: 'pdf',
        metadata: toMetadata(plan, facts, { body }, report),
        ...describeResult(plan, facts, { pages: readPageCount(body) }),
      }
    },
  )
