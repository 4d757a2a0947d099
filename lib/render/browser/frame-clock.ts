import type { Browser, BrowserContext, CDPSession, Page, Protocol } from 'puppeteer-core'
import { ignore } from '../../deadline.ts'
import { bytesOf } from './devtools/devtools-pipe.ts'
import { createPageTime, type PageTime } from './page-time.ts'

type BeginFrame = Protocol.HeadlessExperimental.BeginFrameRequest

/** Draws the frames of one page, one at a time. Without frames, a page has no requestAnimationFrame, no lazy images and no input. */
export interface FrameClock {
  /**
   * Begins a frame every 16 ms from now on.
   *
   * @param isShown whether frames are drawn. Otherwise, until a capture, they run only callbacks, styles and layout.
   */
  start(isShown: boolean): void
  /** Stops the clock. Resolves once no frame is in progress. */
  stop(): Promise<void>
  /** Begins a frame with the current content immediately. Resolves when it is complete. */
  draw(): Promise<void>
  /** Draws a frame immediately, and returns its image if the browser has one. */
  shoot(screenshot: NonNullable<BeginFrame['screenshot']>): Promise<Buffer | undefined>
  /** Captures the page by command, for which the browser needs several frames. */
  capture(request: Protocol.Page.CaptureScreenshotRequest): Promise<Buffer>
  /** Runs the work while no frame is in progress, because a frame may never complete if the size of the page changes meanwhile. */
  between<T>(work: () => Promise<T>): Promise<T>
  /**
   * Begins frames in quick succession until the work is done, which waits for several of them. The work begins between two frames.
   *
   * @param isShown whether frames are drawn from now on
   */
  hurry<T>(work: () => Promise<T>, isShown?: boolean): Promise<T>
  /** The clock of the page, which the frames follow. While it is skipped, the page draws a frame after each step. */
  readonly time: Pick<PageTime, 'nowMs' | 'skip' | 'stop' | 'stalled'>
}

/** The interval of a 60 Hz screen. */
const tickMs = 16

/** Between the end of a frame and the next one. A page with slow frames needs time to load. */
const pauseMsMin = 4

export const createFrameClock = (cdp: Pick<CDPSession, 'send' | 'on'>): FrameClock => {
  let last: Promise<unknown> = Promise.resolve()
  const time = createPageTime(cdp)
  const between = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(ignore)
    return result
  }
  let noDisplayUpdates = false
  let isHurried = false
  const begin = (request: BeginFrame = { noDisplayUpdates }) =>
    between(async () => {
      await time.keepPace()
      return cdp.send('HeadlessExperimental.beginFrame', { ...time.nextFrame(), ...request })
    })
  let isRunning = false
  let wake = ignore
  const run = async () => {
    while (isRunning) {
      const startedMs = performance.now()
      await begin()
      const restMs = isHurried ? 0 : tickMs - (performance.now() - startedMs)
      const rest = createRest(Math.max(restMs, pauseMsMin))
      wake = rest.end
      await rest.over
    }
  }
  let running: Promise<void> = Promise.resolve()
  const start = (isShown: boolean) => {
    isRunning = true
    noDisplayUpdates = !isShown
    // The page may be closed. Code that uses it sees that in its own calls.
    running = running.then(run).catch(ignore)
  }
  const hurry = async <T>(work: () => Promise<T>, isShown = !noDisplayUpdates): Promise<T> => {
    isHurried = true
    noDisplayUpdates = !isShown
    const begun = between(async () => ({ done: work() }))
    wake()
    try {
      return await (await begun).done
    } finally {
      isHurried = false
    }
  }
  return {
    start,
    between,
    // Callbacks and layout are enough here, and drawing takes longer.
    time: withFrames(time, () => begin({ noDisplayUpdates: true })),
    async stop() {
      isRunning = false
      wake()
      await running
      await last
    },
    draw: () => begin().then(ignore),
    shoot: async (screenshot) => toImage((await begin({ screenshot })).screenshotData),
    capture: async (request) =>
      bytesOf((await hurry(() => cdp.send('Page.captureScreenshot', request), true)).data),
    hurry,
  }
}

const toImage = (data: string | undefined) => (data === undefined ? undefined : bytesOf(data))

const createRest = (ms: number) => {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const end = () => {
    clearTimeout(timer)
    resolve()
  }
  return { over, end }
}

const withFrames = (time: PageTime, draw: () => Promise<unknown>): FrameClock['time'] => ({
  ...time,
  async skip(ms, fetchMsMax) {
    await time.skip(ms, fetchMsMax)
    await draw()
  },
})

/** Opens a page that draws nothing by itself. Puppeteer has no option for that. */
export const openFramePage = async (context: BrowserContext): Promise<Page> => {
  const session = await browserSession(context.browser())
  await session.send('Target.createTarget', {
    url: 'about:blank',
    ...(context.id !== undefined && { browserContextId: context.id }),
    enableBeginFrameControl: true,
  })
  const target = await context.waitForTarget((candidate) => candidate.type() === 'page')
  const page = await target.page()
  if (!page) throw new Error('The new target is not a page.')
  return page
}

const browserSessions = new WeakMap<Browser, Promise<CDPSession>>()

/** Returns the one session that is kept for the browser itself, because creating one takes as long as creating a page. */
export const browserSession = (browser: Browser): Promise<CDPSession> => {
  const session = browserSessions.get(browser) ?? browser.target().createCDPSession()
  browserSessions.set(browser, session)
  return session
}
