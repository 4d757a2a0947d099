import type { RecycleReason } from '../../core/telemetry/metrics.ts'
import type { BrowserProcess } from './browser-process.ts'
import type { BrowserKind } from './launch-arguments.ts'

export interface PoolLimits {
  /** A browser is replaced after this many renders. */
  rendersMax: number
  /** A browser that holds more than this between renders is replaced. */
  idleMemoryBytesMax: number
  /** Browsers kept for the next render; an execution environment, which renders one page at a time, has one. */
  idleBrowsersMax: number
}

export interface PoolHooks {
  /** What an idle browser does for the next render. */
  prepare(process: BrowserProcess): void
  /** Hears of each browser that is given up before the pool closes. */
  recycled(process: BrowserProcess, reason: RecycleReason): void
}

/** Hands out browsers, each to one render at a time, so that a render that has to be killed takes no other with it. */
export class BrowserPool {
  readonly #launch: (kind: BrowserKind) => Promise<BrowserProcess>
  readonly #limits: PoolLimits
  readonly #hooks: PoolHooks
  readonly #running = new Set<BrowserProcess>()
  readonly #launching = new Set<Promise<unknown>>()
  readonly #returning = new Set<Promise<void>>()
  #idle: BrowserProcess[] = []
  #warming: Promise<void> | undefined
  #closed = false

  constructor(launch: (kind: BrowserKind) => Promise<BrowserProcess>, limits: PoolLimits, hooks: PoolHooks) {
    this.#launch = launch
    this.#limits = limits
    this.#hooks = hooks
  }

  async take(kind: BrowserKind): Promise<{ process: BrowserProcess; launched: boolean }> {
    const process = await this.takeRunning(kind)
    if (process) return { process, launched: false }
    // Two kinds in parallel would not fit into a function's memory.
    await Promise.all(this.#idle.map((other) => this.discard(other, 'kind')))
    return { process: await this.#start(kind), launched: true }
  }

  /** A browser that needs no launch, if there is one now or in the moment that a page takes to close. */
  async takeRunning(kind: BrowserKind): Promise<BrowserProcess | undefined> {
    await this.#warming
    for (;;) {
      for (let process = this.#takeIdle(kind); process; process = this.#takeIdle(kind)) {
        const reason = this.#unfitness(process)
        if (!reason) return process
        await this.discard(process, reason)
      }
      if (this.#returning.size === 0) return undefined
      await Promise.race(this.#returning)
    }
  }

  /** Returns the browser to the pool after its page is closed, or kills it if closing fails. Callers need not wait for it. */
  release(process: BrowserProcess, closing: Promise<boolean>): void {
    const returning = closing
      .then((isClosed) => (isClosed ? this.giveBack(process) : this.discard(process, 'unresponsive')))
      .finally(() => this.#returning.delete(returning))
    this.#returning.add(returning)
  }

  async giveBack(process: BrowserProcess): Promise<void> {
    if (this.#closed || !process.isAlive()) return this.discard(process, 'ended')
    if (this.#idle.length >= this.#limits.idleBrowsersMax) return this.discard(process, 'surplus')
    this.#idle.push(process)
    this.#hooks.prepare(process)
  }

  async discard(process: BrowserProcess, reason: RecycleReason): Promise<void> {
    if (!this.#closed && this.#running.has(process)) this.#hooks.recycled(process, reason)
    this.#idle = this.#idle.filter((other) => other !== process)
    await process.kill()
    this.#running.delete(process)
  }

  /** Makes sure that a browser stands ready. */
  warm(): Promise<void> {
    if (this.#idle.length > 0) return Promise.resolve()
    this.#warming ??= this.#start('plain')
      .then((process) => this.giveBack(process))
      .finally(() => {
        this.#warming = undefined
      })
    return this.#warming
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#running].map((process) => this.discard(process, 'ended')))
    await Promise.allSettled([...this.#launching, ...this.#returning])
  }

  #takeIdle(kind: BrowserKind) {
    const process = this.#idle.find((other) => other.kind === kind)
    if (process) this.#idle = this.#idle.filter((other) => other !== process)
    return process
  }

  #unfitness(process: BrowserProcess): RecycleReason | undefined {
    if (!process.isAlive()) return 'ended'
    if (process.renders >= this.#limits.rendersMax) return 'renders'
    return process.memoryBytes() > this.#limits.idleMemoryBytesMax ? 'memory' : undefined
  }

  #start(kind: BrowserKind): Promise<BrowserProcess> {
    if (this.#closed) return Promise.reject(new Error('The browser host is closed.'))
    const starting = this.#launch(kind).then(async (process) => {
      this.#running.add(process)
      if (!this.#closed) return process
      await this.discard(process, 'ended')
      throw new Error('The browser host is closed.')
    })
    this.#launching.add(starting)
    const settled = () => this.#launching.delete(starting)
    starting.then(settled, settled)
    return starting
  }
}
