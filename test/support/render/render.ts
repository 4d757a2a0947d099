import { afterAll } from 'vitest'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import type { MetadataOptions, ScreenshotPlan } from '../../../lib/core/plan/render-plan.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { take as takeScreenshot } from '../../../lib/render/outputs/screenshot/take-screenshot.ts'
import type { SiteHandler } from '../../../lib/render/proxy/egress.ts'
import type { RenderDeps } from '../../../lib/render/render-page.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { type DecodedImage, decodeImage } from './image.ts'
import { rendererDeps } from './renderer-deps.ts'

export interface RenderFixture {
  site: FixtureServer
  /** Takes a screenshot of a path of the site, or of an absolute URL. */
  shoot(path: string, overrides?: Partial<ScreenshotPlan>, signal?: AbortSignal): Promise<Shot>
  /** The same for an `html` document. */
  shootHtml(html: string, overrides?: Partial<ScreenshotPlan>): Promise<Shot>
}

export interface Shot extends Artifact {
  image: DecodedImage
  report: RenderReport
  /** `waitsExpired` without `frame`: a busy machine draws the last frame of a page that settles late, and the capture draws a further one. */
  expired: string[]
}

export interface RenderFixtureOptions {
  /** Text of `EGRESS_ALLOW`; `127.0.0.1` unless given. */
  egressAllow?: string
  sites?: ReadonlyMap<string, SiteHandler>
  resolve?: RenderDeps['resolve']
}

const noMetadata: MetadataOptions = {
  imageSize: false,
  icon: false,
  title: false,
  fonts: false,
  hash: false,
  status: false,
  headers: false,
  report: false,
}

/** Returns a complete plan: the documented defaults, except png, a small viewport, and no blocked annoyances. */
export const plan = (overrides: Partial<ScreenshotPlan> = {}): ScreenshotPlan => ({
  source: { kind: 'html', html: '<!doctype html><title>Fixture</title>' },
  block: { annoyances: [], resourceTypes: [], urlPatterns: [] },
  viewport: {
    width: 400,
    height: 300,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    isLandscape: false,
  },
  media: 'screen',
  darkMode: false,
  reducedMotion: false,
  gpuRendering: false,
  headers: [],
  cookies: [],
  bypassCsp: false,
  waitUntil: ['domcontentloaded'],
  timeoutMs: 30_000,
  delayMs: 0,
  hideSelectors: [],
  failOnStatus: [],
  metadata: noMetadata,
  format: 'png',
  extension: 'png',
  quality: 80,
  omitBackground: false,
  fullPage: false,
  captureBeyondViewport: false,
  ...overrides,
})

/** Metadata options of which only these are true. */
export const metadata = (...names: (keyof MetadataOptions)[]): MetadataOptions => ({
  ...noMetadata,
  ...Object.fromEntries(names.map((name) => [name, true])),
})

/** The whole rendering in this process with its real parts, and a site on 127.0.0.1 that it may reach. For all tests of the file. */
export const startRenderFixture = async (
  routes: Record<string, Route> = {},
  { egressAllow, ...more }: RenderFixtureOptions = {},
): Promise<RenderFixture> => {
  const site = await startFixtureServer(routes)
  afterAll(site.close)
  const deps = rendererDeps(egressAllow, more)
  const take = async (wanted: ScreenshotPlan, signal = new AbortController().signal): Promise<Shot> => {
    const report = createRenderReport()
    const artifact = await takeScreenshot(wanted, { signal, report }, deps)
    const expired = report.waitsExpired.filter((name) => name !== 'frame')
    return { ...artifact, report, expired, image: await decodeImage(artifact.body) }
  }
  return {
    site,
    shoot: (path, overrides, signal) =>
      take(plan({ source: { kind: 'url', url: new URL(path, site.url).href }, ...overrides }), signal),
    shootHtml: (html, overrides) => take(plan({ source: { kind: 'html', html }, ...overrides })),
  }
}
