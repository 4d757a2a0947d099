import { afterAll } from 'vitest'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import type { ScreencastPlan, Viewport } from '../../../lib/core/plan/render-plan.ts'
import { createRenderReport, type RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { take as takeScreencast } from '../../../lib/render/outputs/screencast/take-screencast.ts'
import type { RenderContext } from '../../../lib/render/render-page.ts'
import { type FixtureServer, type Route, startFixtureServer } from '../sites/fixture-server.ts'
import { plan } from './render.ts'
import { rendererDeps } from './renderer-deps.ts'
import { type Point, startVideoReader, type Video, type VideoReader } from './video-reader.ts'

export interface Recording extends Artifact {
  report: RenderReport
}

export interface ScreencastFixture {
  site: FixtureServer
  /** Records a path of the site: by default one second of 320×240 as mp4. */
  record(
    path: string,
    overrides?: Partial<ScreencastPlan>,
    context?: Partial<RenderContext>,
  ): Promise<Recording>
  /** The same, decoded. Records again if the clock of the page was stopped, as by a busy machine that delays a frame by two seconds. */
  watch(
    path: string,
    points: readonly Point[],
    overrides?: Partial<ScreencastPlan>,
  ): Promise<Recording & Video>
}

export const viewport = (width: number, height: number, deviceScaleFactor = 1): Viewport => ({
  width,
  height,
  deviceScaleFactor,
  isMobile: false,
  hasTouch: false,
  isLandscape: false,
})

let reader: Promise<VideoReader> | undefined

/** The test files of a worker share the reader, because it launches a browser. It ends with the worker. */
const sharedReader = () => {
  reader ??= startVideoReader()
  return reader
}

/** The whole screencast in this process with its real parts. For all tests of the file. */
export const startScreencastFixture = async (
  routes: Record<string, Route> = {},
): Promise<ScreencastFixture> => {
  const site = await startFixtureServer(routes)
  afterAll(site.close)
  // Every name is another site on the same server.
  const deps = rendererDeps('127.0.0.1', { resolve: async () => ['127.0.0.1'] })
  const record: ScreencastFixture['record'] = async (
    path,
    overrides = {},
    { signal = new AbortController().signal, ...context } = {},
  ) => {
    const report = createRenderReport()
    const format = overrides.format ?? 'mp4'
    const wanted: ScreencastPlan = {
      ...plan(),
      source: { kind: 'url', url: new URL(path, site.url).href },
      viewport: viewport(320, 240),
      durationMs: 1_000,
      fps: 30,
      ...overrides,
      format,
      extension: format,
    }
    return { ...(await takeScreencast(wanted, { ...context, signal, report }, deps)), report }
  }
  return {
    site,
    record,
    async watch(path, points, overrides) {
      const first = await record(path, overrides)
      const recording = first.report.repeated === 'clock' ? await record(path, overrides) : first
      return { ...recording, ...(await (await sharedReader()).read(recording.body, points)) }
    },
  }
}

/** Points at the center of each bit of `screencast/counter.html`, row by row. */
export const counterPoints: Point[] = Array.from({ length: 5 * 16 }, (_, index) => [
  (index % 16) * 20 + 10,
  Math.floor(index / 16) * 20 + 10,
])

/** The numbers of one frame of that page. */
export const readCounter = (pixels: [number, number, number][]) => {
  const numberAt = (row: number) =>
    pixels.slice(row * 16, row * 16 + 16).reduce((sum, [red], bit) => sum + (red > 127 ? 2 ** bit : 0), 0)
  const [count = 0, frameTime = 0, clock = 0, date = 0, timer = 0] = [0, 1, 2, 3, 4].map(numberAt)
  return { count, frameTime, clock, date, timer }
}
