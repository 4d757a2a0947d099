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

/** Hands out browsers, each to one render at a time, so that a render that has to be killed takes no other with it. */
export class BrowserPool {
  readonly #launch: (kind: BrowserKind) => Promise<BrowserProcess>
  readonly #limits: PoolLimits
  readonly #running = new Set<BrowserProcess>()
  readonly #launching = new Set<Promise<unknown>>()
  #idle: BrowserProcess[] = []
  #warming: Promise<void> | undefined
  #closed = false

  constructor(launch: (kind: BrowserKind) => Promise<BrowserProcess>, limits: PoolLimits) {
    this.#launch = launch
    this.#limits = limits
  }

  async take(kind: BrowserKind): Promise<{ process: BrowserProcess; launched: boolean }> {
    await this.#warming
    for (let process = this.#takeIdle(kind); process; process = this.#takeIdle(kind)) {
      if (this.#isFit(process)) return { process, launched: false }
      await this.discard(process)
    }
    // Two kinds at once would not fit into a function's memory.
    await Promise.all(this.#idle.map((other) => this.discard(other)))
    return { process: await this.#start(kind), launched: true }
  }

  async giveBack(process: BrowserProcess): Promise<void> {
    if (this.#closed || !process.isAlive() || this.#idle.length >= this.#limits.idleBrowsersMax)
      return this.discard(process)
    this.#idle.push(process)
  }

  async discard(process: BrowserProcess): Promise<void> {
    this.#idle = this.#idle.filter((other) => other !== process)
    await process.kill()
    this.#running.delete(process)
  }

  /** Makes sure that a browser stands ready. */
  warm(): Promise<void> {
    if (this.#idle.length > 0) return Promise.resolve()
    this.#warming ??= this.#start('plain')
      .then((process) => {
        this.#idle.push(process)
      })
      .finally(() => {
        this.#warming = undefined
      })
    return this.#warming
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#running].map((process) => this.discard(process)))
    await Promise.allSettled(this.#launching)
  }

  #takeIdle(kind: BrowserKind) {
    const process = this.#idle.find((other) => other.kind === kind)
    if (process) this.#idle = this.#idle.filter((other) => other !== process)
    return process
  }

  #isFit(process: BrowserProcess) {
    return (
      process.isAlive() &&
      process.renders < this.#limits.rendersMax &&
      process.memoryBytes() <= this.#limits.idleMemoryBytesMax
    )
  }

  #start(kind: BrowserKind): Promise<BrowserProcess> {
    if (this.#closed) return Promise.reject(new Error('The browser host is closed.'))
    const starting = this.#launch(kind).then(async (process) => {
      this.#running.add(process)
      if (!this.#closed) return process
      await this.discard(process)
      throw new Error('The browser host is closed.')
    })
    this.#launching.add(starting)
    const settled = () => this.#launching.delete(starting)
    starting.then(settled, settled)
    return starting
  }
}
