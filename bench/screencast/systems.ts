import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import sharp from 'sharp'
import { silentLogger } from '../../lib/base/logger.ts'
import { parseEgressAllow } from '../../lib/core/network/address-policy.ts'
import { readOptions } from '../../lib/core/options/read-options.ts'
import { resolveScreencast } from '../../lib/core/plan/resolve-screencast.ts'
import { createRenderReport } from '../../lib/core/telemetry/render-report.ts'
import { loadAnnoyances } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { createBrowserHost } from '../../lib/render/browser/browser-host.ts'
import { installChromium } from '../../lib/render/browser/chromium-files.ts'
import { take as takeScreencast } from '../../lib/render/outputs/screencast/take-screencast.ts'
import { operations } from '../../lib/schema/operations.ts'
import type { VideoReader } from '../../test/support/render/video-reader.ts'
import { counterPoints, readCount } from './pages.ts'

export const seconds = 5
export const viewport = { width: 1280, height: 1080 }

/** Returns the page's frame counter in each frame of a video of 5 s. */
export interface VideoSystem extends AsyncDisposable {
  name: string
  record(url: string): Promise<{ wallMs: number; counts: () => Promise<number[]> }>
}

/** The handler's work in this process. */
export const createVideoSystem = (assetsDir: string) => {
  const browser = createBrowserHost({ assetsDir, temporaryDir: tmpdir(), log: silentLogger })
  const deps = {
    browser,
    annoyances: loadAnnoyances(assetsDir),
    egressPolicy: { allow: parseEgressAllow('127.0.0.1'), serviceHosts: [] },
  }
  return {
    async take(url: string) {
      const value = { url, duration: seconds, block_annoyance: 'none' }
      const plan = resolveScreencast(
        readOptions(operations.screencast, { kind: 'body', value }),
        new Map(),
        0,
      )
      const { signal } = new AbortController()
      return (await takeScreencast(plan, { signal, report: createRenderReport() }, deps)).body
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

export const createOurs = (assetsDir: string, reader: VideoReader): VideoSystem => {
  const system = createVideoSystem(assetsDir)
  return {
    name: 'ours (mp4)',
    async record(url) {
      const startedMs = performance.now()
      const body = await system.take(url)
      const wallMs = performance.now() - startedMs
      return { wallMs, counts: async () => (await reader.read(body, counterPoints)).pixels.map(readCount) }
    },
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}

export const launch = async (assetsDir: string): Promise<Browser> => {
  const { executable, librariesDir } = await installChromium(tmpdir())
  return puppeteer.launch({
    executablePath: executable,
    headless: 'shell',
    pipe: true,
    defaultViewport: viewport,
    env: { FONTCONFIG_FILE: join(assetsDir, 'fonts', 'fonts.conf'), LD_LIBRARY_PATH: librariesDir },
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--disable-dev-shm-usage'],
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const onPage = async <T>(browser: Browser, url: string, work: (page: Page) => Promise<T>) => {
  const page = await browser.newPage()
  try {
    await page.goto(url)
    return await work(page)
  } finally {
    await page.close()
  }
}

export const hasFfmpeg = (): boolean => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Puppeteer's own recorder, which pipes the frames that the browser sends to ffmpeg. */
export const createPuppeteer = async (assetsDir: string, reader: VideoReader): Promise<VideoSystem> => {
  const browser = await launch(assetsDir)
  const dir = await mkdtemp(join(tmpdir(), 'bench-screencast-'))
  return {
    name: 'puppeteer page.screencast (webm)',
    async record(url) {
      const path = join(dir, 'video.webm') as `${string}.webm`
      const startedMs = performance.now()
      await onPage(browser, url, async (page) => {
        const recorder = await page.screencast({ path, fps: 30 })
        await pause(seconds * 1000)
        await recorder.stop()
      })
      const wallMs = performance.now() - startedMs
      const file = await readFile(path)
      return { wallMs, counts: async () => (await reader.read(file, counterPoints)).pixels.map(readCount) }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The frames that the browser sends, without encoding. */
export const createStartScreencast = async (assetsDir: string): Promise<VideoSystem> => {
  const browser = await launch(assetsDir)
  return {
    name: 'CDP Page.startScreencast (no file)',
    async record(url) {
      const frames: string[] = []
      const startedMs = performance.now()
      await onPage(browser, url, async (page) => {
        const cdp = await page.createCDPSession()
        cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
          frames.push(data)
          void cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
        })
        await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 90 })
        await pause(seconds * 1000)
        await cdp.send('Page.stopScreencast')
      })
      return { wallMs: performance.now() - startedMs, counts: () => Promise.all(frames.map(countOf)) }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

const countOf = async (frame: string) => {
  const { data, info } = await sharp(Buffer.from(frame, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return readCount(counterPoints.map(([x, y]) => [data[(y * info.width + x) * 3] ?? 0]))
}
