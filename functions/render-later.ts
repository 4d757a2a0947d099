import type { Artifact } from '../lib/core/plan/artifact.ts'
import { resolvePdf } from '../lib/core/plan/resolve-pdf.ts'
import { resolveScrape } from '../lib/core/plan/resolve-scrape.ts'
import { resolveScreencast } from '../lib/core/plan/resolve-screencast.ts'
import { resolveScreenshot } from '../lib/core/plan/resolve-screenshot.ts'
import type { Render, RenderingContext } from '../lib/jobs/produce-result.ts'
import type { OptionsOf, operations, RenderOperationId } from '../lib/schema/operations.ts'
import { config } from './deps.ts'

const load = () => import('./render-deps.ts')

type Renderers = {
  [Id in RenderOperationId]: (
    options: OptionsOf<(typeof operations)[Id]>,
    context: RenderingContext,
  ) => Promise<Artifact>
}

/** The browser is loaded when it is first needed: what the cache answers never starts it. */
const renderers: Renderers = {
  screenshot: async (options, context) =>
    (await load()).takeScreenshot(resolveScreenshot(options, config.exits, Math.random()), context),
  scrape: async (options, context) =>
    (await load()).takeScrape(resolveScrape(options, config.exits, Math.random()), context),
  screencast: async (options, context) =>
    (await load()).takeScreencast(resolveScreencast(options, config.exits, Math.random()), context),
  pdf: async (options, context) =>
    (await load()).takePdf(resolvePdf(options, config.exits, Math.random()), context),
}

/** Renders with the options of a record, which are as validation left them. */
export const render: Render = (operation, options, context) =>
  (renderers[operation] as (options: unknown, context: RenderingContext) => Promise<Artifact>)(
    options,
    context,
  )
