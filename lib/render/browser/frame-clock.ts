import type { Browser, BrowserContext, CDPSession, Page, Protocol } from 'puppeteer-core'
import { ignore } from '../../base/timers.ts'
import { bytesOf } from './devtools-pipe.ts'
import { createFrameWatch } from './frame-watch.ts'
import { createPageTime, type PageTime } from './page-time.ts'
import { isGone } from './protocol-errors.ts'

type BeginFrame = Protocol.HeadlessExperimental.BeginFrameRequest
type Frame = Promise<Protocol.HeadlessExperimental.BeginFrameResponse>

export interface FrameTime {
  /** Milliseconds of the browser's monotonic clock. Must not decrease, because animations would freeze. */
  frameMs: number
  intervalMs: number
}

export interface FrameRequest {
  /** By default, the time of the page's clock. */
  at?: FrameTime | undefined
  /** Requests an image of the frame. */
  screenshot?: BeginFrame['screenshot'] | undefined
}

interface DrawnFrame {
  /** Whether the frame differs from the one before. */
  hasDamage: boolean
  /** Absent if none was requested, or the browser has none yet. */
  image?: Buffer
}

/**
 * Draws the frames of one page, one at a time. Without frames, a page has no requestAnimationFrame, no lazy images and no input. They
 * are displayed, because a frame without display is followed by no idle time, in which `requestIdleCallback` runs.
 */
export interface FrameClock {
  /** Begins a frame every 16 ms from now on. */
  start(): void
  /** Stops the clock. Resolves once no frame is in progress. */
  stop(): Promise<void>
  /** Begins a frame with the current content immediately. Resolves when it is complete. */
  draw(request?: FrameRequest): Promise<DrawnFrame>
  /** Captures the page by command, for which the browser needs several frames. */
  capture(request: Protocol.Page.CaptureScreenshotRequest): Promise<Buffer>
  /** Runs the work while no frame is in progress, because a frame may never complete if the size of the page changes meanwhile. */
  between<T>(work: () => Promise<T>): Promise<T>
  /**
   * Begins frames in quick succession until the work is done, which waits for several of them. The work begins between two frames.
   *
   * @param isShown whether these frames are displayed
   * @param isAhead whether they are as far apart as on a screen by the page's clock, which then runs ahead of the machine's. It keeps the
   * machine's pace if the service has not moved it before.
   */
  hurry<T>(work: () => Promise<T>, isShown?: boolean, isAhead?: boolean): Promise<T>
  /** Rejects when the clock draws no more frames because one failed, except for the end of the page. Never resolves. */
  readonly failed: Promise<never>
  /** The clock of the page, which the frames follow. */
  readonly time: Pick<PageTime, 'nowMs' | 'pause' | 'advance' | 'stop' | 'stalled' | 'command'> & {
    /**
     * Skips time as `PageTime` does, then draws a frame. Returns how long the frame took, in ms of real time.
     *
     * @param isShown whether the frame is displayed
     */
    skip(ms: number, fetchMsMax: number, isShown: boolean): Promise<number>
  }
}

/** The interval of a 60 Hz screen. */
const tickMs = 16

/** Between the end of a frame and the next one. A page with slow frames needs time to load. */
const pauseMsMin = 4

export const createFrameClock = (cdp: Pick<CDPSession, 'send' | 'on'>): FrameClock => {
  const time = createPageTime(cdp)
  let hurried: { isAhead: boolean } | undefined
  const { between, begin, sinceMs } = createFrameQueue(cdp, time, () => (hurried?.isAhead ? tickMs : 0))
  let noDisplayUpdates = false
  /** With a clock that stands still, a displayed frame may wait for a task that never runs, for example of a worker that draws. */
  let isHeld = false
  let isRunning = false
  let wake = ignore
  /** Until the next frame, which comes later if another one was requested meanwhile. */
  const restMs = () => (hurried ? 0 : tickMs - sinceMs())
  const rest = () => {
    const { over, end } = createRest(Math.max(restMs(), pauseMsMin))
    wake = end
    return over
  }
  const run = async () => {
    while (isRunning) {
      await begin({ noDisplayUpdates })
      do await rest()
      while (isRunning && restMs() > 0)
    }
  }
  let running: Promise<void> = Promise.resolve()
  const { failed, fail } = createFailure()
  const hold = () => {
    isHeld = true
    noDisplayUpdates = true
  }
  const hurry = async <T>(work: () => Promise<T>, isShown = true, isAhead = false): Promise<T> => {
    hurried = { isAhead }
    noDisplayUpdates = !isShown
    const begun = between(async () => ({ done: work() }))
    wake()
    try {
      return await (await begun).done
    } finally {
      hurried = undefined
      noDisplayUpdates = isHeld
    }
  }
  return {
    between,
    failed,
    time: withFrames(time, begin, hold),
    start() {
      isRunning = true
      // Code that uses a page that is closed sees that in its own calls.
      running = running.then(run).catch(fail)
    },
    async stop() {
      isRunning = false
      wake()
      await running
      await between(async () => undefined)
    },
    draw: drawWith(begin),
    capture: async (request) =>
      bytesOf((await hurry(() => cdp.send('Page.captureScreenshot', request))).data),
    hurry,
  }
}

const createFailure = () => {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(ignore)
  const fail = (error: unknown) => {
    if (!isGone(error)) reject(error)
  }
  return { failed, fail }
}

const drawWith =
  (begin: (request: BeginFrame) => Frame): FrameClock['draw'] =>
  async ({ at, screenshot } = {}) => {
    const { hasDamage, screenshotData } = await begin({
      ...(at && { frameTimeTicks: at.frameMs, interval: at.intervalMs }),
      ...(screenshot && { screenshot }),
    })
    return { hasDamage, ...(screenshotData !== undefined && { image: bytesOf(screenshotData) }) }
  }

/** @param hold is called when the clock is stopped */
const withFrames = (
  time: PageTime,
  begin: (request: BeginFrame) => Promise<unknown>,
  hold: () => void,
): FrameClock['time'] => ({
  ...time,
  async skip(ms, fetchMsMax, isShown) {
    await time.skip(ms, fetchMsMax)
    const startMs = performance.now()
    await begin({ noDisplayUpdates: !isShown })
    return performance.now() - startMs
  },
  stop() {
    time.stop()
    hold()
  },
})

const createRest = (ms: number) => {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const end = () => {
    clearTimeout(timer)
    resolve()
  }
  return { over, end }
}

/** Begins frames one after the other, with the work that must not overlap with one. */
const createFrameQueue = (cdp: Pick<CDPSession, 'send'>, time: PageTime, stepMsMin: () => number) => {
  const awaitFrame = createFrameWatch(cdp, time)
  let last: Promise<unknown> = Promise.resolve()
  let inProgress: Frame | undefined
  let begunMs = Number.NEGATIVE_INFINITY
  const between = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(ignore)
    return result
  }
  const send = async (request: BeginFrame) => {
    if (inProgress) return undefined
    await time.keepPace(stepMsMin())
    begunMs = performance.now()
    const frame = cdp.send('HeadlessExperimental.beginFrame', { ...time.nextFrame(), ...request })
    inProgress = frame
    const ended = frame.catch(ignore).then(() => {
      inProgress = undefined
    })
    await awaitFrame(ended)
    return { frame }
  }
  return {
    between,
    async begin(request: BeginFrame): Frame {
      for (;;) {
        // One that was given up. Chromium draws no other one meanwhile.
        await inProgress?.catch(ignore)
        const begun = await between(() => send(request))
        if (begun) return begun.frame
      }
    },
    /** The time since the last frame began. */
    sinceMs: () => performance.now() - begunMs,
  }
}

/** Opens a page that draws only the frames that are requested. Puppeteer has no option for that. */
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
