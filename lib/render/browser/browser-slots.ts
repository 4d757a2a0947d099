import type { RecycleReason } from '../../core/telemetry/metrics.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { BrowserSlot, type OpenPage, type SlotOptions } from './browser-slot.ts'
import type { BrowserKind } from './launch-arguments.ts'

/** Still and video browsers are kept side by side, because the requests of the worker alternate between them. */
const browsersMax = 2

/** The browsers of this process, of which one renders at a time. */
export class BrowserSlots {
  readonly #options: Omit<SlotOptions, 'kind'>
  readonly #otherMemoryBytesMax: number
  /** The most recently used is the last. */
  readonly #slots = new Map<BrowserKind, BrowserSlot>()
  #isClosed = false

  /** @param otherMemoryBytesMax a browser of another kind that holds more than this is ended before a render */
  constructor(options: Omit<SlotOptions, 'kind'>, otherMemoryBytesMax: number) {
    this.#options = options
    this.#otherMemoryBytesMax = otherMemoryBytesMax
  }

  /** Opens a page in a browser of this kind. @throws BrowserLostError */
  async open(kind: BrowserKind, report: Pick<RenderReport, 'coldBrowser'>): Promise<OpenPage> {
    const slot = this.#slots.get(kind) ?? new BrowserSlot({ ...this.#options, kind })
    this.#slots.delete(kind)
    this.#slots.set(kind, slot)
    if (this.#isClosed) await slot.close()
    await this.#makeRoom(slot)
    return slot.open(report)
  }

  /** Closes the page and keeps the browser for the next render. */
  async release(page: OpenPage): Promise<void> {
    await this.#slots.get(page.chromium.kind)?.release(page)
  }

  async discard({ chromium }: OpenPage, reason: RecycleReason): Promise<void> {
    await this.#slots.get(chromium.kind)?.discard(reason)
  }

  /** Resolves when the spare pages are open. */
  async ready(): Promise<void> {
    await Promise.all([...this.#slots.values()].map((slot) => slot.ready()))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#slots.values()].map((slot) => slot.close()))
  }

  /** Ends other browsers that would leave the render too little memory. */
  async #makeRoom(selected: BrowserSlot) {
    for (const [kind, other] of this.#slots) {
      if (other === selected) return
      if (this.#slots.size <= browsersMax) await other.limitMemory(this.#otherMemoryBytesMax)
      else {
        this.#slots.delete(kind)
        await other.discard('kind')
      }
    }
  }
}
