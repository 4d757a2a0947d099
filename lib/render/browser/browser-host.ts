import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserLostError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import { type RenderReport, timed } from '../phases.ts'
import { BrowserPool, type PoolLimits } from './browser-pool.ts'
import { launchBrowser } from './browser-process.ts'
import { installChromium } from './chromium-files.ts'
import type { BrowserKind } from './launch-arguments.ts'
import { openSession, type PageSession } from './page-session.ts'
import { abortable, ignore, settlesWithin } from './promises.ts'
import { guardRender } from './render-guard.ts'
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
  limits?: Partial<BrowserLimits>
  /** Where the archives of @sparticuz/chromium lie, when not in node_modules. */
  archivesDir?: string
}

export interface PageRequest {
  /** The proxy that all of the page's traffic takes. */
  egress: { readonly url: string }
  gpuRendering: boolean
  /** Opens the page in a browser whose frames are drawn by `session.frames` alone. */
  isFilm?: boolean
  report: RenderReport
  /** Aborted when the whole render's budget is over. */
  signal: AbortSignal
}

export interface BrowserHost extends AsyncDisposable {
  /**
   * Gives `work` a page of its own and takes everything down again afterwards. The browser stays for the next one.
   *
   * @throws PageCrashedError when the page crashed or used more memory than it may
   * @throws BrowserLostError when the browser went away under the page
   * @throws the signal's reason when it aborts; the browser is killed then
   */
  withPage<T>(request: PageRequest, work: (session: PageSession) => Promise<T>): Promise<T>
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
  const pool = new BrowserPool(createLaunch(settings, limits), limits)

  const withPage: BrowserHost['withPage'] = async (request, work) => {
    request.signal.throwIfAborted()
    const { process, session } = await timed(request.report, 'launch', () => openPage(pool, request, limits))
    process.renders++
    const guard = guardRender({ process, session, signal: request.signal, limits, log: settings.log })
    try {
      return await guard.run(work)
    } finally {
      guard.stop()
      const closed = !guard.tripped && (await settlesWithin(session.close(), limits.closeMs))
      await (closed ? pool.giveBack(process) : pool.discard(process))
    }
  }

  return {
    withPage,
    warm: () => pool.warm(),
    close: () => pool.close(),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

/** A browser that turns out to be dead or stuck before the page is handed out is replaced once, unnoticed by the caller. */
const openPage = async (pool: BrowserPool, request: PageRequest, limits: BrowserLimits) => {
  const kind = kindOf(request)
  const first = await tryOpenPage(pool, kind, request, limits)
  if (!('failure' in first)) return first
  const second = await tryOpenPage(pool, kind, request, limits)
  if (!('failure' in second)) return second
  throw new BrowserLostError('The browser could not be started. The request can be repeated.', {
    cause: second.failure,
  })
}

const kindOf = ({ gpuRendering, isFilm }: PageRequest): BrowserKind => {
  if (isFilm) return gpuRendering ? 'film_gpu' : 'film'
  return gpuRendering ? 'gpu' : 'plain'
}

const tryOpenPage = async (
  pool: BrowserPool,
  kind: BrowserKind,
  request: PageRequest,
  limits: BrowserLimits,
) => {
  const { egress, report, signal } = request
  const taken = pool.take(kind)
  try {
    const { process, launched } = await abortable(taken, signal)
    report.coldBrowser ||= launched
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.openMs)])
    return { process, session: await abortable(openSession(process, egress.url), deadline) }
  } catch (failure) {
    taken.then(({ process }) => pool.discard(process)).catch(ignore)
    signal.throwIfAborted()
    return { failure }
  }
}

const createLaunch = (settings: BrowserSettings, limits: BrowserLimits) => {
  const { temporaryDir, assetsDir, archivesDir, log } = settings
  const fontsDir = join(assetsDir, 'fonts')
  let swept: Promise<void> | undefined
  return async (kind: BrowserKind) => {
    const startedMs = performance.now()
    swept ??= sweepWorkingDirs(temporaryDir)
    const [files] = await Promise.all([
      installChromium(temporaryDir, archivesDir),
      assertFonts(fontsDir),
      swept,
    ])
    const installedMs = performance.now()
    const process = await launchBrowser({ kind, files, fontsDir, temporaryDir, log, ...limits })
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
