import type { ExitProxies } from '../core/network/exit-proxies.ts'
import type { Artifact } from '../core/plan/artifact.ts'
import type {
  PdfPlan,
  ScrapePlan,
  ScreencastPlan,
  ScreenshotPlan,
  SnapshotPlan,
} from '../core/plan/render-plan.ts'
import { resolvePdf } from '../core/plan/resolve-pdf.ts'
import { resolveScrape } from '../core/plan/resolve-scrape.ts'
import { resolveScreencast } from '../core/plan/resolve-screencast.ts'
import { resolveScreenshot } from '../core/plan/resolve-screenshot.ts'
import { resolveSnapshot } from '../core/plan/resolve-snapshot.ts'
import type { OptionsOf, operations, RenderOperationId } from '../schema/operations.ts'
import type { RenderContext } from './page/render-page.ts'
import type { TakeScrapeDeps } from './scrape/take-scrape.ts'

/** What the renderers need together. */
export type RendererDeps = TakeScrapeDeps

interface Renderer<Options, Plan> {
  /** Returns the plan of validated options. @throws InvalidParameterError */
  resolve(options: Options, exits: ExitProxies, random: number): Plan
  /** Renders the plan. Imports its code when it is first called, because a cache hit does not need it. */
  render(plan: Plan, context: RenderContext, deps: RendererDeps): Promise<Artifact>
}

interface Plans extends Record<RenderOperationId, unknown> {
  screenshot: ScreenshotPlan
  scrape: ScrapePlan
  screencast: ScreencastPlan
  pdf: PdfPlan
  snapshot: SnapshotPlan
}

/** How each operation renders, for the API and for the background worker. */
const renderers: {
  [Id in RenderOperationId]: Renderer<OptionsOf<(typeof operations)[Id]>, Plans[Id]>
} = {
  screenshot: {
    resolve: resolveScreenshot,
    async render(plan, context, deps) {
      const { createTakeScreenshot } = await import('./screenshot/take-screenshot.ts')
      return createTakeScreenshot(deps)(plan, context)
    },
  },
  scrape: {
    resolve: resolveScrape,
    async render(plan, context, deps) {
      const { createTakeScrape } = await import('./scrape/take-scrape.ts')
      return createTakeScrape(deps)(plan, context)
    },
  },
  screencast: {
    resolve: resolveScreencast,
    async render(plan, context, deps) {
      const { createTakeScreencast } = await import('./screencast/take-screencast.ts')
      return createTakeScreencast(deps)(plan, context)
    },
  },
  pdf: {
    resolve: resolvePdf,
    async render(plan, context, deps) {
      const { createTakePdf } = await import('./pdf/take-pdf.ts')
      return createTakePdf(deps)(plan, context)
    },
  },
  snapshot: {
    resolve: resolveSnapshot,
    async render(plan, context, deps) {
      const { createTakeSnapshot } = await import('./snapshot/take-snapshot.ts')
      return createTakeSnapshot(deps)(plan, context)
    },
  },
}

type ValidatedOptions = Readonly<Record<string, unknown>>

/**
 * Resolves validated options and returns the render, which has not started.
 * @throws InvalidParameterError for options that the operator's settings do not allow
 */
export type PrepareRender = (
  operation: RenderOperationId,
  options: ValidatedOptions,
) => (context: RenderContext) => Promise<Artifact>

interface PrepareDeps {
  exits: ExitProxies
  /** From 0 up to, not including, 1. */
  random: () => number
  /** Loads the browser and its rules. Called by each render. */
  loadDeps: () => Promise<RendererDeps>
}

export const createPrepareRender =
  ({ exits, random, loadDeps }: PrepareDeps): PrepareRender =>
  (operation, options) => {
    const renderer: Renderer<ValidatedOptions, unknown> = renderers[operation]
    const plan = renderer.resolve(options, exits, random())
    return async (context) => renderer.render(plan, context, await loadDeps())
  }
