import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { createRandom, type Random } from '../support/random.ts'

/** What one line of the history says, formatted only if the seed fails. */
interface Entry {
  atMs: number
  who: string
  what: () => string
}

export type Lineage = ReadonlyMap<string, number>

/** An invocation, a customer or another part of the world that can die. The calls of a dead one never return. */
export interface Process {
  name: string
  isAlive: boolean
  startedMs: number
  /** It has logged a warning. */
  hasWarned: boolean
  /** How often the chain of messages that led here has invoked each function. */
  lineage: Lineage
  /** How much its clock is ahead: those of two machines differ by up to a second. */
  aheadMs: number
}

export interface Engine {
  nowMs(): number
  random: Random
  /** Returns true for so many of a thousand. */
  chance(perThousand: number): boolean
  randomBytes(size: number): Buffer
  /** Runs work later. Work of a process that has died by then is dropped. */
  after(ms: number, work: () => void, process?: Pick<Process, 'isAlive'>): void
  sleep(ms: number, process?: Process): Promise<void>
  /** Starts a process. What it throws is a violation, because a handler must not reject. */
  spawn(name: string, body: (process: Process) => Promise<void>, lineage?: Lineage): Process
  note(who: string, what: () => string): void
  /** Reports a broken guarantee. */
  violate(what: string): void
  /** Runs every event up to a time, or until a guarantee is broken. */
  runUntil(ms: number): Promise<void>
  events(): number
  violations: readonly string[]
  history: readonly Entry[]
}

interface Event {
  atMs: number
  order: number
  work: () => void
  process: Pick<Process, 'isAlive'> | undefined
}

/**
 * One thread, one clock. Only events move the clock, and everything that the code under test awaits ends in an event, so a seed decides the
 * order of all calls.
 */
export const createEngine = (seed: number, startMs: number): Engine => {
  const queue = createQueue()
  const random = createRandom(seed)
  // The first numbers of neighbouring seeds are similar.
  for (let count = 0; count < 10; count++) random(2)
  const violations: string[] = []
  const history: Entry[] = []
  let nowMs = startMs
  let events = 0
  const after: Engine['after'] = (ms, work, process) => queue.add(nowMs + Math.max(0, ms), work, process)
  const note: Engine['note'] = (who, what) => void history.push({ atMs: nowMs, who, what })
  const violate = (what: string) => {
    violations.push(what)
    note('INVARIANT', () => what)
  }
  const spawn: Engine['spawn'] = (name, body, lineage = new Map()) => {
    const aheadMs = random(1_000)
    const process = { name, isAlive: true, startedMs: nowMs, hasWarned: false, lineage, aheadMs }
    after(0, () => {
      body(process).catch((error: unknown) => {
        if (process.isAlive) violate(`${name} rejected: ${error instanceof Error ? error.stack : error}`)
      })
    })
    return process
  }
  return {
    nowMs: () => nowMs,
    random,
    chance: (perThousand) => random(1000) < perThousand,
    randomBytes: (size) => Buffer.from(Array.from({ length: size }, () => random(256))),
    after,
    sleep: (ms, process) => new Promise((resolve) => after(ms, resolve, process)),
    spawn,
    note,
    violate,
    async runUntil(ms) {
      for (;;) {
        await quiescence()
        const event = violations.length === 0 ? queue.next(ms) : undefined
        if (!event) break
        nowMs = event.atMs
        events += 1
        event.work()
      }
      nowMs = Math.max(nowMs, ms)
    },
    events: () => events,
    violations,
    history,
  }
}

/** Resolves when everything that can run without an event has run: Node runs promises and ticks before immediates. */
const quiescence = () => new Promise((resolve) => setImmediate(resolve))

const createQueue = () => {
  /** The latest first. */
  const events: Event[] = []
  let order = 0
  return {
    add(atMs: number, work: () => void, process: Pick<Process, 'isAlive'> | undefined) {
      order += 1
      let low = 0
      let high = events.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((events[middle] as Event).atMs > atMs) low = middle + 1
        else high = middle
      }
      events.splice(low, 0, { atMs, order, work, process })
    },
    /** Returns the earliest event of a living process until then. */
    next(untilMs: number): Event | undefined {
      for (;;) {
        const last = events.at(-1)
        if (!last || last.atMs > untilMs) return undefined
        events.pop()
        if (last.process?.isAlive !== false) return last
      }
    },
  }
}

/** A timer is cleared like a process that dies. */
type Timer = Pick<Process, 'isAlive'>

/**
 * Replaces what the code under test takes from Node, and returns how to restore it: random bytes come from the seed, pauses, timers and the
 * time since the start from the clock, and no real timer is set.
 */
export const replaceChance = ({ randomBytes: seeded, after, nowMs }: Engine) => {
  const { randomBytes } = crypto
  const { setTimeout: wait } = timers
  const { timeout } = AbortSignal
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const { now } = performance
  const replaced = {
    randomBytes: seeded,
    wait: (ms: number) => new Promise((resolve) => after(ms, () => resolve(undefined))),
    timeout: () => new AbortController().signal,
    set(work: (...args: unknown[]) => void, ms: number, ...args: unknown[]): Timer {
      const timer = { isAlive: true }
      after(ms, () => work(...args), timer)
      return timer
    },
    clear: (timer: Timer | undefined) => void (timer && Object.assign(timer, { isAlive: false })),
    now: nowMs,
  }
  const assign = (values: typeof replaced) => {
    Object.assign(crypto, { randomBytes: values.randomBytes })
    Object.assign(timers, { setTimeout: values.wait })
    Object.assign(AbortSignal, { timeout: values.timeout })
    Object.assign(globalThis, { setTimeout: values.set, clearTimeout: values.clear })
    Object.assign(performance, { now: values.now })
    syncBuiltinESMExports()
  }
  assign(replaced)
  return () => assign({ randomBytes, wait, timeout, set, clear, now } as unknown as typeof replaced)
}
