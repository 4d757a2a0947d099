import type { ExitProxies } from '../core/network/exit-proxies.ts'
import type { Artifact } from '../core/plan/artifact.ts'
import { resolvePdf } from '../core/plan/resolve-pdf.ts'
import { resolveScrape } from '../core/plan/resolve-scrape.ts'
import { resolveScreencast } from '../core/plan/resolve-screencast.ts'
import { resolveScreenshot } from '../core/plan/resolve-screenshot.ts'
import { resolveSnapshot } from '../core/plan/resolve-snapshot.ts'
import type { RenderReport } from '../core/telemetry/render-report.ts'
import type { OptionsOf, operations, RenderOperationId } from '../schema/operations.ts'
import type { RenderContext, RenderDeps } from './render-page.ts'

interface Renderer<Options, Plan> {
  /** Returns the plan of validated options. @throws InvalidParameterError */
  resolve(options: Options, exits: ExitProxies, random: number): Plan
  /** Imports the code that renders the plan. A cache hit does not need it. */
  load(): Promise<{ take(plan: Plan, context: RenderContext, deps: RenderDeps): Promise<Artifact> }>
}

/** Checks that a renderer takes the plan that it resolves. */
const renderer = <Options, Plan>(row: Renderer<Options, Plan>) => row

/** How each operation renders, for the API and for the background worker. */
const renderers = {
  screenshot: renderer({
    resolve: resolveScreenshot,
    load: () => import('./outputs/screenshot/take-screenshot.ts'),
  }),
  scrape: renderer({ resolve: resolveScrape, load: () => import('./outputs/scrape/take-scrape.ts') }),
  screencast: renderer({
    resolve: resolveScreencast,
    load: () => import('./outputs/screencast/take-screencast.ts'),
  }),
  pdf: renderer({ resolve: resolvePdf, load: () => import('./outputs/pdf/take-pdf.ts') }),
  snapshot: renderer({ resolve: resolveSnapshot, load: () => import('./outputs/snapshot/take-snapshot.ts') }),
} satisfies {
  [Id in RenderOperationId]: Pick<Renderer<OptionsOf<(typeof operations)[Id]>, unknown>, 'resolve'>
}

type ValidatedOptions = Readonly<Record<string, unknown>>

type AnyPlan = ReturnType<(typeof renderers)[RenderOperationId]['resolve']>

export interface Renderers {
  /**
   * Returns the plan of validated options.
   * @throws InvalidParameterError for options that the operator's settings do not allow
   */
  resolve(operation: RenderOperationId, options: ValidatedOptions): AnyPlan
  /** Renders a plan that `resolve` returned for the same operation. */
  render(operation: RenderOperationId, plan: AnyPlan, context: RenderContext): Promise<Artifact>
}

/** Says which parameter exceeded `timeout`, if one did, and what the result lacks. */
const withReport = (artifact: Artifact, { timeout, incomplete }: RenderReport): Artifact => ({
  ...artifact,
  ...(timeout !== undefined && { headers: { ...artifact.headers, 'X-Service-Timeout': timeout } }),
  facts: {
    ...artifact.facts,
    ...(timeout !== undefined && { timeout }),
    ...(incomplete.length > 0 && { incomplete }),
  },
})

interface Deps {
  exits: ExitProxies
  /** From 0 up to, not including, 1. */
  random: () => number
  /** Loads the browser and its rules. Called by each render. */
  loadDeps: () => Promise<RenderDeps>
}

export const createRenderers = ({ exits, random, loadDeps }: Deps): Renderers => {
  const rendererOf = (operation: RenderOperationId): Renderer<ValidatedOptions, AnyPlan> =>
    renderers[operation]
  return {
    resolve: (operation, options) => rendererOf(operation).resolve(options, exits, random()),
    async render(operation, plan, context) {
      const deps = await loadDeps()
      const { take } = await rendererOf(operation).load()
      return withReport(await take(plan, context, deps), context.report)
    },
  }
}
