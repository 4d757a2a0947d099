import { existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecycleReason } from '../../core/telemetry/metrics.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { BrowserLostError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import { untilDeadline } from '../page/deadline.ts'
import { timed } from '../page/phases.ts'
import { createDoor, type Door } from '../proxy/door.ts'
import { BrowserPool, type PoolLimits } from './browser-pool.ts'
import { launchBrowser } from './browser-process.ts'
import { installChromium, installedChromium } from './chromium-files.ts'
import type { BrowserKind } from './launch-arguments.ts'
import { openSession, type PageSession } from './page-session.ts'
import { abortable, ignore, settlesWithin } from './promises.ts'
import { guardRender } from './render-guard.ts'
import { SparePages } from './spare-pages.ts'
import { sweepWorkingDirs } from './working-dir.ts'

export type { PageSession } from './page-session.ts'

export interface BrowserLimits extends PoolLimits {
  /** A render whose browser holds more than this is ended. */
  renderMemoryBytesMax: number
  launchMs: number
  /** Opening the context and the page in a browser that runs. */
  openMs: number
  /** A context that takes longer to close has its browser killed. */
  closeMs: number
  /** The longest that any single call into the browser may take. */
  protocolMs: number
}

export interface BrowserSettings {
  /** Holds `fonts/`, made by `npm run generate`. */
  assetsDir: string
  temporaryDir: string
  log: Logger
  /** Hears why a browser is not kept for the next render. */
  onRecycle?: (reason: RecycleReason) => void
  limits?: Partial<BrowserLimits>
  /** Where the archives of @sparticuz/chromium lie, when not in node_modules. */
  archivesDir?: string
  /** An installation of Chromium that has begun; awaited before it is looked for. Never rejects. */
  installing?: Promise<unknown>
  /** An installed browser to use in place of the shipped one. */
  chromiumPath?: string | undefined
  /** Where the kernel lists processes. Without it, a render's memory is not limited. */
  procDir?: string
}

export interface PageRequest {
  /** The proxy that all of the page's traffic takes. */
  egress: { readonly url: string }
  gpuRendering: boolean
  /** Opens the page in a browser whose frames are drawn by `session.frames` alone. */
  isVideo?: boolean
  report: RenderReport
  /** Aborted when the whole render's budget is over. */
  signal: AbortSignal
}

export type DoorRequest = Pick<PageRequest, 'gpuRendering' | 'isVideo' | 'report'>

export interface BrowserHost extends AsyncDisposable {
  /**
   * Runs `work` with a new page and closes everything afterwards except the browser, which the next render uses.
   *
   * @throws PageCrashedError when the page crashed or used more memory than it may
   * @throws BrowserLostError when the browser went away under the page
   * @throws the signal's reason when it aborts; the browser is killed then
   */
  withPage<T>(request: PageRequest, work: (session: PageSession) => Promise<T>): Promise<T>
  /**
   * Gives `work` the port for its egress: where a page stands ready behind one, that, so that `withPage` with this egress
   * need not open one.
   */
  withDoor<T>(request: DoorRequest, work: (door: Door) => Promise<T>): Promise<T>
  /** Unpacks and launches the browser ahead of the first page. */
  warm(): Promise<void>
  close(): Promise<void>
}

const megabytes = 1024 ** 2

const defaultLimits: BrowserLimits = {
  rendersMax: 100,
  idleMemoryBytesMax: 500 * megabytes,
  idleBrowsersMax: 2,
  renderMemoryBytesMax: 2048 * megabytes,
  launchMs: 15_000,
  openMs: 5000,
  closeMs: 2500,
  protocolMs: 60_000,
}

export const createBrowserHost = (settings: BrowserSettings): BrowserHost => {
  const limits = { ...defaultLimits, ...settings.limits }
  const spares = new SparePages()
  const pool = new BrowserPool(createLaunch(settings, limits), limits, {
    prepare: (process) => spares.prepare(process),
    recycled: ({ processId, renders }, reason) => {
      settings.log.info({ processId, renders, reason }, 'browser recycled')
      settings.onRecycle?.(reason)
    },
  })
  const browsers = { pool, spares, limits }

  const withPage: BrowserHost['withPage'] = async (request, work) => {
    request.signal.throwIfAborted()
    const { process, session } = await timed(request.report, 'launch', () => openPage(browsers, request))
    process.renders++
    const guard = guardRender({ process, session, signal: request.signal, limits, log: settings.log })
    try {
      return await guard.run(work)
    } finally {
      guard.stop()
      if (guard.tripped) await pool.discard(process, 'stopped')
      else pool.release(process, settlesWithin(session.close(), limits.closeMs))
    }
  }

  const withDoor: BrowserHost['withDoor'] = async (request, work) => {
    const door = await timed(request.report, 'launch', () => openDoor(browsers, kindOf(request)))
    try {
      return await work(door)
    } finally {
      // The render ended before it needed the page: only the page is closed.
      const unused = spares.claim(door.url)
      if (unused) pool.release(unused.process, settlesWithin(unused.session.close(), limits.closeMs))
      door.close()
    }
  }

  return {
    withPage,
    withDoor,
    warm: () => pool.warm(),
    close: () => pool.close(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

interface Browsers {
  pool: BrowserPool
  spares: SparePages
  limits: BrowserLimits
}

const openDoor = async ({ pool, spares, limits }: Browsers, kind: BrowserKind): Promise<Door> => {
  const process = kind === 'plain' ? await pool.takeRunning(kind) : undefined
  if (!process) return createDoor()
  const handedOut = spares.handOut(process).then((door) => ({ door }))
  const spare = await untilDeadline(handedOut, limits.openMs)
  if (spare?.door) return spare.door
  // A browser that has no spare can still open a page.
  if (spare) await pool.giveBack(process)
  else await pool.discard(process, 'unresponsive')
  return createDoor()
}

/** A browser that turns out to be dead or stuck before the page is handed out is replaced once, unnoticed by the caller. */
const openPage = async (browsers: Browsers, request: PageRequest) => {
  const spare = browsers.spares.claim(request.egress.url)
  if (spare?.process.isAlive()) return spare
  if (spare) await browsers.pool.discard(spare.process, 'ended')
  const first = await tryOpenPage(browsers, request)
  if (!('failure' in first)) return first
  const second = await tryOpenPage(browsers, request)
  if (!('failure' in second)) return second
  throw new BrowserLostError('The browser could not be started. Send the request again.', {
    cause: second.failure,
  })
}

const kindOf = ({ gpuRendering, isVideo }: DoorRequest): BrowserKind => {
  if (isVideo) return gpuRendering ? 'video_gpu' : 'video'
  return gpuRendering ? 'gpu' : 'plain'
}

const tryOpenPage = async ({ pool, spares, limits }: Browsers, request: PageRequest) => {
  const { egress, report, signal } = request
  const taken = pool.take(kindOf(request))
  try {
    const { process, launched } = await abortable(taken, signal)
    report.coldBrowser ||= launched
    spares.drop(process)
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.openMs)])
    return { process, session: await abortable(openSession(process, egress.url), deadline) }
  } catch (failure) {
    taken.then(({ process }) => pool.discard(process, 'unresponsive')).catch(ignore)
    signal.throwIfAborted()
    return { failure }
  }
}

const createLaunch = (settings: BrowserSettings, limits: BrowserLimits) => {
  const { temporaryDir, assetsDir, archivesDir, installing, chromiumPath, log, procDir = '/proc' } = settings
  const findFiles = async () => {
    if (chromiumPath !== undefined) return installedChromium(chromiumPath, temporaryDir)
    await installing
    return installChromium(temporaryDir, archivesDir)
  }
  if (!existsSync(procDir)) log.warn({ procDir }, 'memory of renders not limited')
  const fontsDir = join(assetsDir, 'fonts')
  let swept: Promise<void> | undefined
  return async (kind: BrowserKind) => {
    const startedMs = performance.now()
    swept ??= sweepWorkingDirs(temporaryDir)
    const [files] = await Promise.all([findFiles(), assertFonts(fontsDir), swept])
    const installedMs = performance.now()
    const process = await launchBrowser({ kind, files, fontsDir, temporaryDir, procDir, log, ...limits })
    log.info(
      {
        kind,
        processId: process.processId,
        installMs: Math.round(installedMs - startedMs),
        launchMs: Math.round(performance.now() - installedMs),
      },
      'browser launched',
    )
    return process
  }
}

const assertFonts = async (fontsDir: string) => {
  await access(join(fontsDir, 'fonts.conf')).catch((cause) => {
    throw new Error(`${fontsDir} holds no fonts: run \`npm run generate\`.`, { cause })
  })
}
