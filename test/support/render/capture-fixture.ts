import { until } from '../../../lib/base/timers.ts'
import type { ScreenshotPlan } from '../../../lib/core/plan/render-plan.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import {
  type CapturedImage,
  type CaptureLimits,
  capture,
} from '../../../lib/render/outputs/screenshot/capture.ts'
import { setViewport } from '../../../lib/render/page/steps/set-viewport.ts'
import { createWorld } from '../../../lib/render/page/world.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { localEgress } from './browser-fixture.ts'
import { type DecodedImage, decodeImage } from './image.ts'
import { sharedBrowser } from './shared-browser.ts'

type PlanChanges = Partial<Omit<ScreenshotPlan, 'viewport'>> & {
  viewport?: Partial<ScreenshotPlan['viewport']>
}

export interface Taken extends CapturedImage {
  image: DecodedImage
  report: RenderReport
}

export interface CaptureFixture extends AsyncDisposable {
  site: FixtureServer
  /** Opens `path` of `test/fixtures/capture` and captures it, by default as a png of an 800×600 viewport. */
  take(path: string, changes?: PlanChanges): Promise<Taken>
  /** Opens `path` once, and captures it in each of these ways. The size of the window may not differ. */
  takeEach(path: string, ways: readonly PlanChanges[]): Promise<Taken[]>
  /** As `take`, for what throws or needs no pixels. */
  takeBytes(
    path: string,
    changes?: PlanChanges,
    limits?: CaptureLimits,
  ): Promise<CapturedImage & { report: RenderReport }>
}

const viewport = {
  width: 800,
  height: 600,
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
  isLandscape: false,
}

const basePlan: ScreenshotPlan = {
  source: { kind: 'url', url: 'about:blank' },
  block: { annoyances: [], resourceTypes: [], urlPatterns: [] },
  viewport,
  media: 'screen',
  darkMode: false,
  reducedMotion: false,
  gpuRendering: false,
  headers: [],
  cookies: [],
  bypassCsp: false,
  waitUntil: ['load'],
  timeoutMs: 30_000,
  delayMs: 0,
  hideSelectors: [],
  failOnStatus: [],
  metadata: {
    imageSize: false,
    icon: false,
    title: false,
    fonts: false,
    hash: false,
    status: false,
    headers: false,
    report: false,
  },
  format: 'png',
  extension: 'png',
  quality: 80,
  omitBackground: false,
  fullPage: false,
  captureBeyondViewport: false,
}

export const startCaptureFixture = async (routes: Record<string, Route> = {}): Promise<CaptureFixture> => {
  const site = await startFixtureServer(routes)
  const toPlan = ({ viewport: viewportChanges, ...changes }: PlanChanges): ScreenshotPlan => ({
    ...basePlan,
    ...changes,
    viewport: { ...viewport, ...viewportChanges },
  })
  const captureEach = (
    path: string,
    ways: readonly PlanChanges[],
    limits: CaptureLimits = {},
  ): Promise<(CapturedImage & { report: RenderReport })[]> => {
    const [plan, ...others] = ways.map(toPlan) as [ScreenshotPlan, ...ScreenshotPlan[]]
    const { gpuRendering } = plan
    const report = createRenderReport()
    const signal = AbortSignal.timeout(50_000)
    return sharedBrowser.withPage({ egress: localEgress, signal, gpuRendering, report }, async (session) => {
      await setViewport(session, plan)
      await session.page.goto(`${site.url}/capture/${path}`)
      // As after settling.
      const world = createWorld(session)
      do await until(session.frames.draw(), 2_000)
      while ((await until(world.call('hasDrawn'), 2_000)) === false)
      const taken = [{ ...(await capture(session, plan, report, limits)), report }]
      for (const other of others) {
        const ownReport = createRenderReport()
        taken.push({ ...(await capture(session, other, ownReport, limits)), report: ownReport })
      }
      return taken
    })
  }
  const decode = async (taken: CapturedImage & { report: RenderReport }): Promise<Taken> => ({
    ...taken,
    image: await decodeImage(taken.body),
  })
  const takeBytes: CaptureFixture['takeBytes'] = async (path, changes = {}, limits = {}) => {
    const [taken] = await captureEach(path, [changes], limits)
    return taken as CapturedImage & { report: RenderReport }
  }
  return {
    site,
    takeBytes,
    take: async (path, changes) => decode(await takeBytes(path, changes)),
    takeEach: async (path, ways) => Promise.all((await captureEach(path, ways)).map(decode)),
    [Symbol.asyncDispose]: () => site.close(),
  }
}

/** The color of the n-th band of `bands.html`. */
export const bandColor = (index: number): [number, number, number] => [
  (index * 37) % 256,
  (index * 91) % 256,
  (index * 151) % 256,
]
