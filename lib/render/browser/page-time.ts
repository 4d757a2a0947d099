import type { CDPSession, Protocol } from 'puppeteer-core'
import { ignore, pause, until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'

/** The page cannot continue while the service moves its clock, for example because it waits for the clock in a loop. */
export class StoppedClockError extends Error {
  override readonly name = 'StoppedClockError'
}

/** The clock of one page: timers, `Date`, `performance.now` and animations. It is the machine's until `skip` or `pause` is called. */
export interface PageTime {
  /** In ms of the browser's monotonic clock. */
  nowMs(): number
  /** Returns the time of the next frame, or nothing while the clock is the machine's. */
  nextFrame(): { frameTimeTicks?: number }
  /**
   * Advances the clock by the real time since the last call, at least by `msMin`. Does nothing while the clock is the machine's.
   */
  keepPace(msMin?: number): Promise<void>
  /**
   * Lets `ms` of the page's time pass as fast as its tasks allow. The clock stops while the page fetches something, for at most
   * `fetchMsMax` of real time.
   */
  skip(ms: number, fetchMsMax: number): Promise<void>
  /** Stops the clock. From now on, only `advance` moves it. */
  pause(): Promise<void>
  /** Lets exactly this time pass, however long that takes. Resolves when all tasks that were due have run. */
  advance(ms: number): Promise<void>
  /** Ends `keepPace`, and with it the reports of `stalled`. A virtual clock stands still from now on. */
  stop(): void
  /** Sends a command that the page's thread runs. While it runs, the page is not taken to wait for its clock. */
  command<T>(send: () => Promise<T>): Promise<T>
  /** Rejects with a `StoppedClockError`. Never resolves. */
  readonly stalled: Promise<never>
}

/** Between two checks of what a page that does not continue does. */
const checkMs = 250

/** Smaller steps are not worth a command. */
const paceMsMin = 8

/** The browser's monotonic clock. */
const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6

const neverResolved = () => {
  const resolvers = Promise.withResolvers<never>()
  resolvers.promise.catch(ignore)
  return resolvers
}

interface LastFrame {
  timeMs: number
  realMs: number
}

/** A frame that is earlier than the last one never completes. Frames go on while the clock waits for a fetch. */
const frameAfter = (last: LastFrame | undefined, ticksMs: number): LastFrame => {
  const realMs = machineMs()
  return { timeMs: Math.max(ticksMs, last ? last.timeMs + realMs - last.realMs : realMs), realMs }
}

/** Tasks that may run at one instant before time advances anyway. Without a limit, a page that keeps posting messages would stall it. */
const starvationTasksMax = 1000

/** Controls the virtual clock of a page, which exists from the first command on. */
const createVirtualClock = (cdp: Pick<CDPSession, 'send' | 'on'>) => {
  let ticksMs: number | undefined
  let expire = ignore
  const setPolicy = async (policy: Protocol.Emulation.VirtualTimePolicy, budget?: object) => {
    if (ticksMs === undefined) cdp.on('Emulation.virtualTimeBudgetExpired', () => expire())
    const { virtualTimeTicksBase } = await cdp.send('Emulation.setVirtualTimePolicy', { policy, ...budget })
    ticksMs ??= virtualTimeTicksBase
    return ticksMs
  }
  return {
    ticksMs: () => ticksMs,
    pause: async () => void (await setPolicy('pause')),
    async advance(budget: number, fetchMsMax = 0) {
      const { promise: expired, resolve } = Promise.withResolvers<void>()
      let isExpired = false
      expire = () => {
        isExpired = true
        resolve()
      }
      const beganMs = await setPolicy(fetchMsMax > 0 ? 'pauseIfNetworkFetchesPending' : 'advance', {
        budget,
        maxVirtualTimeTaskStarvationCount: starvationTasksMax,
      })
      if (fetchMsMax > 0) await until(expired, fetchMsMax)
      if (fetchMsMax > 0 && !isExpired) {
        // With the clock paused, the budget can neither expire nor be exceeded between the two commands.
        await setPolicy('pause')
        if (!isExpired) await setPolicy('advance')
      }
      await expired
      ticksMs = beganMs + budget
    },
  }
}

/** Tells a page that does not end a task from the browser, which is busy with it, and from commands of the service. */
const createTaskWatch = (cdp: Pick<CDPSession, 'send'>) => {
  /** Commands of the service that the page's thread runs now. */
  let running = 0
  const responds = () => cdp.send('Runtime.evaluate', { expression: '0' }).catch(ignore)
  /**
   * Resolves at the end of a step, or to false after `msMax` in which scripts of the page have run. Chromium interrupts scripts for this
   * command, but not what it does itself, such as printing, in which a page cannot wait for its clock.
   */
  const hasPassed = async (step: Promise<true>, msMax: number) => {
    for (let leftMs = msMax; leftMs > 0; ) {
      const ms = Math.min(leftMs, checkMs)
      if (await until(step, ms)) return true
      await Promise.race([step, cdp.send('Performance.getMetrics').catch(ignore)])
      if (running === 0) leftMs -= ms
    }
    return false
  }
  return {
    hasPassed,
    async command<T>(send: () => Promise<T>): Promise<T> {
      // The thread runs commands in the order in which they are sent. A wait for a promise is not a part of one.
      void responds().then(() => running++)
      const sent = send()
      void responds().then(() => running--)
      return sent
    },
  }
}

/**
 * Once Chromium has a virtual clock in a page, it has no way back to the machine's. So after the first `skip`, the clock stands still
 * unless it is advanced, and `keepPace` must be called regularly.
 */
export const createPageTime = (
  cdp: Pick<CDPSession, 'send' | 'on'>,
  taskMsMax = limitsMs.page.task,
): PageTime => {
  const { promise: stalled, reject: stall } = neverResolved()
  const clock = createVirtualClock(cdp)
  const tasks = createTaskWatch(cdp)
  let frame: LastFrame | undefined
  let passedMs = 0
  let isStopped = false
  let inProgress: Promise<void> | undefined

  const skip = async (ms: number, fetchMsMax: number) => {
    while (inProgress) await inProgress
    const step = clock.advance(ms, fetchMsMax).then(() => true as const)
    const passed = tasks.hasPassed(step, taskMsMax + fetchMsMax)
    inProgress = passed.then(ignore, ignore).then(() => {
      inProgress = undefined
    })
    if (!(await passed)) {
      const error = new StoppedClockError('A task of the page did not finish.')
      if (!isStopped) stall(error)
      throw error
    }
    passedMs = performance.now()
  }

  return {
    stalled,
    nowMs: () => clock.ticksMs() ?? machineMs(),
    nextFrame() {
      const ticksMs = clock.ticksMs()
      if (ticksMs === undefined) return {}
      frame = frameAfter(frame, ticksMs)
      return { frameTimeTicks: frame.timeMs }
    },
    async keepPace(msMin = 0) {
      if (clock.ticksMs() === undefined || inProgress || isStopped) return
      const elapsedMs = Math.max(msMin, performance.now() - passedMs)
      if (elapsedMs >= paceMsMin) await skip(elapsedMs, 0)
    },
    skip,
    async pause() {
      isStopped = true
      await inProgress
      await clock.pause()
    },
    advance: (ms) => (clock.ticksMs() === undefined ? pause(ms) : clock.advance(ms)),
    stop() {
      isStopped = true
    },
    command: (send) => (clock.ticksMs() === undefined || isStopped ? send() : tasks.command(send)),
  }
}
