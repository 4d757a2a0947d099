import { afterAll } from 'vitest'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import type { ScrapePlan } from '../../../lib/core/plan/render-plan.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { take as takeScrape } from '../../../lib/render/outputs/scrape/take-scrape.ts'
import type { RenderContext, RenderDeps } from '../../../lib/render/render-page.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { plan } from './render.ts'
import { rendererDeps } from './renderer-deps.ts'

export interface Scraped extends Artifact {
  text: string
  report: RenderReport
}

export interface ScrapeFixture {
  site: FixtureServer
  /** Scrapes a path of the site, or an absolute address. */
  scrape(path: string, overrides?: Partial<ScrapePlan>, context?: Partial<RenderContext>): Promise<Scraped>
  /** The same as Markdown. */
  markdown(path: string, overrides?: Partial<ScrapePlan>): Promise<string>
}

export interface ScrapeFixtureOptions {
  /** The value of `EGRESS_ALLOW`. Defaults to `127.0.0.1`. */
  egressAllow?: string
  resolve?: RenderDeps['resolve']
}

/** Returns a complete plan: the documented defaults, except no blocked annoyances. */
export const scrapePlan = (overrides: Partial<ScrapePlan> = {}): ScrapePlan => {
  const { format: _, extension: _extension, quality: _quality, omitBackground: _omit, ...common } = plan()
  return {
    ...common,
    viewport: { ...common.viewport, width: 1280, height: 1080 },
    format: 'html',
    scriptsDisabled: false,
    onlyMainContent: false,
    markdown: { links: 'inline', images: 'inline', frontMatter: false },
    includeSelectors: [],
    excludeSelectors: [],
    ...overrides,
  }
}

/** The whole scraping in this process with its real parts, and a site on 127.0.0.1 that it may reach. For all tests of the file. */
export const startScrapeFixture = async (
  routes: Record<string, Route> = {},
  { egressAllow, ...more }: ScrapeFixtureOptions = {},
): Promise<ScrapeFixture> => {
  const site = await startFixtureServer(routes)
  afterAll(site.close)
  const deps = rendererDeps(egressAllow, more)
  const scrape: ScrapeFixture['scrape'] = async (path, overrides, context) => {
    const { signal } = new AbortController()
    const report = createRenderReport()
    const source = { kind: 'url', url: new URL(path, site.url).href } as const
    const artifact = await takeScrape(
      scrapePlan({ source, ...overrides }),
      { signal, report, ...context },
      deps,
    )
    return { ...artifact, report, text: artifact.body.toString() }
  }
  return {
    site,
    scrape,
    markdown: async (path, overrides) => (await scrape(path, { format: 'md', ...overrides })).text,
  }
}
