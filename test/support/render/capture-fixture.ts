import { afterAll } from 'vitest'
import type { ScreenshotPlan } from '../../../lib/core/plan/render-plan.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import {
  type CapturedImage,
  type CaptureLimits,
  capture,
} from '../../../lib/render/outputs/screenshot/capture.ts'
import { awaitFirstFrame } from '../../../lib/render/page/ready.ts'
import { createWorld } from '../../../lib/render/page/world.ts'
import { setViewport } from '../../../lib/render/steps/set-viewport.ts'
import { nowMs } from '../now.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { localEgress } from './browser-fixture.ts'
import { type DecodedImage, decodeImage } from './image.ts'
import { plan } from './render.ts'
import { sharedBrowser } from './shared-browser.ts'

type PlanChanges = Partial<Omit<ScreenshotPlan, 'viewport'>> & {
  viewport?: Partial<ScreenshotPlan['viewport']>
}

export interface Taken extends CapturedImage {
  image: DecodedImage
  report: RenderReport
}

export interface CaptureFixture {
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

export const startCaptureFixture = async (routes: Record<string, Route> = {}): Promise<CaptureFixture> => {
  const site = await startFixtureServer(routes)
  afterAll(site.close)
  const toPlan = ({ viewport, ...changes }: PlanChanges): ScreenshotPlan =>
    plan({ ...changes, viewport: { ...plan().viewport, width: 800, height: 600, ...viewport } })
  const captureEach = (
    path: string,
    ways: readonly PlanChanges[],
    limits: CaptureLimits = {},
  ): Promise<(CapturedImage & { report: RenderReport })[]> => {
    const [first, ...others] = ways.map(toPlan) as [ScreenshotPlan, ...ScreenshotPlan[]]
    const { gpuRendering } = first
    const report = createRenderReport()
    const signal = AbortSignal.timeout(200_000)
    return sharedBrowser.withPage({ egress: localEgress, signal, gpuRendering, report }, async (session) => {
      await setViewport(session, first)
      await session.page.goto(`${site.url}/capture/${path}`)
      // A page that is busy is given half of its time to draw.
      const drawnMs = limits.endsMs === undefined ? 20_000 : (limits.endsMs - nowMs()) / 2
      await awaitFirstFrame(
        { world: createWorld(session), needs: { area: 'window' }, plan: first, report, signal },
        drawnMs,
      )
      const taken = [{ ...(await capture(session, first, report, limits)), report }]
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
  }
}

/** The color of the n-th band of `bands.html`. */
export const bandColor = (index: number): [number, number, number] => [
  (index * 37) % 256,
  (index * 91) % 256,
  (index * 151) % 256,
]
