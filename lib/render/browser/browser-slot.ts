import { describeCause } from '../../base/describe-cause.ts'
import { BrowserLostError } from '../../base/errors.ts'
import type { Logger } from '../../base/logger.ts'
import { abortable, DeadlineError, ignore, within } from '../../base/timers.ts'
import type { RecycleReason } from '../../core/telemetry/metrics.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { type ProxyPort, reserveProxyPort } from '../proxy/proxy-port.ts'
import type { Chromium } from './chromium.ts'
import { type OpenSession, openSession } from './page-session.ts'
import type { Scripts } from './scripts.ts'

export interface SlotLimits {
  /** A browser is replaced after this many renders. */
  rendersMax: number
  /** A browser that holds more than this between renders is replaced. */
  idleMemoryBytesMax: number
  /** Opening a context and a page in a running browser. */
  openMs: number
  /** A browser whose page takes longer to close is killed. */
  closeMs: number
}

/** Reading the memory takes a tenth of Node's time in a short render. It grows slowly, so one sample a second is enough. */
const memoryReadMs = 1000

/** An empty page in its own context, and the listener that the context names as its proxy. */
export interface OpenPage {
  chromium: Chromium
  session: OpenSession
  port: ProxyPort
}

interface SlotOptions {
  limits: SlotLimits
  launch(): Promise<Chromium>
  openPage(chromium: Chromium): Promise<OpenPage>
  /** Called for each browser that is discarded before the slot closes. */
  onRecycle(chromium: Chromium, reason: RecycleReason): void
  log: Pick<Logger, 'warn'>
}

/**
 * A browser of one kind, and the spare page that it opens ahead of the next render. The caller takes one page at a time:
 * it calls `open` again after `release` or `discard` has settled.
 */
export class BrowserSlot {
  readonly #options: SlotOptions
  #chromium: Chromium | undefined
  #spare: Promise<OpenPage | undefined> | undefined
  #memoryReadMs = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: SlotOptions) {
    this.#options = options
  }

  /**
   * Opens a page. A browser that turns out to be dead or stuck is replaced once.
   *
   * @throws BrowserLostError
   */
  async open(report: Pick<RenderReport, 'coldBrowser'>): Promise<OpenPage> {
    try {
      return await this.#tryOpen(report).catch((error: unknown) => {
        this.#options.log.warn({ cause: describeCause(error) }, 'page not opened')
        return this.#tryOpen(report)
      })
    } catch (cause) {
      throw new BrowserLostError('The browser could not be started. Send the request again.', { cause })
    }
  }

  /** Closes the page and keeps the browser for the next render. */
  async release({ chromium, session }: OpenPage): Promise<void> {
    // Opens the next page while this one closes.
    if (chromium === this.#chromium && chromium.isAlive()) this.#openSpare(chromium)
    const failure = await within(session.close(), this.#options.limits.closeMs).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (chromium !== this.#chromium) return
    if (!chromium.isAlive()) await this.discard('ended')
    else if (failure) await this.discard(isFrozen(failure.error) ? 'frozen' : 'unresponsive')
  }

  /** Resolves when the spare page is open. */
  async ready(): Promise<void> {
    await this.#spare
  }

  /** Discards a browser that holds more than this. */
  async limitMemory(bytesMax: number): Promise<void> {
    if (this.#chromium && this.#chromium.memoryBytes() > bytesMax) await this.discard('memory')
  }

  async discard(reason: RecycleReason): Promise<void> {
    const chromium = this.#chromium
    if (!chromium) return
    this.#chromium = undefined
    this.#takeSpare().then((spare) => spare?.port.close(), ignore)
    const isCounted = !this.#isClosed
    await chromium.kill()
    // Now the process has exited and its stderr is complete.
    if (isCounted) this.#options.onRecycle(chromium, reason)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.discard('ended')
  }

  async #tryOpen(report: Pick<RenderReport, 'coldBrowser'>): Promise<OpenPage> {
    const unfit = this.#unfitness()
    if (unfit) await this.discard(unfit)
    const chromium = this.#chromium ?? (await this.#launch(report))
    const opening = this.#takeSpare().then((spare) => spare ?? this.#options.openPage(chromium))
    try {
      return await within(opening, this.#options.limits.openMs)
    } catch (error) {
      opening.then(({ port }) => port.close(), ignore)
      if (!chromium.isAlive()) await this.discard('ended')
      else await this.discard(isFrozen(error) ? 'frozen' : 'unresponsive')
      throw error
    }
  }

  #unfitness(): RecycleReason | undefined {
    const { rendersMax, idleMemoryBytesMax } = this.#options.limits
    const chromium = this.#chromium
    if (!chromium) return undefined
    if (!chromium.isAlive()) return 'ended'
    if (chromium.renders >= rendersMax) return 'renders'
    if (performance.now() < this.#memoryReadMs + memoryReadMs) return undefined
    this.#memoryReadMs = performance.now()
    return chromium.memoryBytes() > idleMemoryBytesMax ? 'memory' : undefined
  }

  async #launch(report: Pick<RenderReport, 'coldBrowser'>): Promise<Chromium> {
    if (this.#isClosed) throw new Error('The browser host is closed.')
    const chromium = await this.#options.launch()
    report.coldBrowser = true
    this.#chromium = chromium
    this.#memoryReadMs = Number.NEGATIVE_INFINITY
    if (!this.#isClosed) return chromium
    await this.discard('ended')
    throw new Error('The browser host is closed.')
  }

  /**
   * Opening a context and a page takes about 70 ms, most of it for a new renderer process, so an idle browser does it ahead of the
   * next render. Without a spare page, the browser opens one when it is needed.
   */
  #openSpare(chromium: Chromium) {
    this.#spare = this.#options.openPage(chromium).catch((error: unknown) => {
      // The end of a browser has a log line already.
      if (chromium === this.#chromium && chromium.isAlive())
        this.#options.log.warn({ cause: describeCause(error) }, 'spare page not opened')
      return undefined
    })
  }

  async #takeSpare(): Promise<OpenPage | undefined> {
    const spare = this.#spare
    this.#spare = undefined
    const page = await spare
    if (!page || !(await isLost(page))) return page
    page.port.close()
    page.session.close().catch(ignore)
    return undefined
  }
}

/** Its renderer may have been killed while it waited. */
const isLost = ({ session }: OpenPage) =>
  Promise.race([session.lost, Promise.resolve(false)]).catch(() => true)

const isFrozen = (error: unknown) => error instanceof DeadlineError && error.isFrozen

/**
 * Opens an empty page whose traffic goes through a new listener.
 *
 * @param examine runs while its renderer does, and throws if the browser must not render
 */
export const openPage = async (
  chromium: Chromium,
  scripts: Scripts,
  examine: () => unknown,
): Promise<OpenPage> => {
  const port = await reserveProxyPort()
  try {
    // A disconnected browser does not report its new page.
    const session = await abortable(openSession(chromium, port.url, scripts), chromium.ended)
    examine()
    return { chromium, port, session }
  } catch (error) {
    port.close()
    throw error
  }
}
