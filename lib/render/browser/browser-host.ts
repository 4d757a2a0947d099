import { existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../base/logger.ts'
import { abortable, ignore, timed, until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { MissingProtection, RecycleReason } from '../../core/telemetry/metrics.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { type Egress, type EgressOptions, startEgress } from '../proxy/egress.ts'
import { assertWholeDocument } from './assert-whole-document.ts'
import { BrowserSlot, type OpenPage, openPage, type SlotLimits } from './browser-slot.ts'
import { type Chromium, launchChromium } from './chromium.ts'
import { installChromium, installDictionaries, installedChromium } from './chromium-files.ts'
import { type Exhaustion, ExhaustionGauge } from './exhaustion.ts'
import type { BrowserKind } from './launch-arguments.ts'
import type { PageSession } from './page-session.ts'
import { countZombies } from './process-group.ts'
import { guardRender } from './render-guard.ts'
import { Sandbox } from './sandbox.ts'
import { loadScripts, type Scripts } from './scripts.ts'
import { sweepWorkingDirs } from './working-dir.ts'

export type { PageSession } from './page-session.ts'

export interface BrowserLimits extends SlotLimits {
  /** A render whose browser holds more than this is ended. */
  renderMemoryBytesMax: number
  /** When a render requires the other kind of browser, one that holds more than this is discarded. */
  parkedMemoryBytesMax: number
  launchMs: number
  /** The longest that any single call into the browser may take. */
  protocolMs: number
}

export interface BrowserSettings {
  /** Holds `fonts/`, `hyphen-data/` and `in-page/`, made by `npm run generate`. */
  assetsDir: string
  temporaryDir: string
  log: Logger
  /** Is notified why a browser is not kept for the next render. */
  onRecycle?: (reason: RecycleReason) => void
  /** Is notified if this process is not hidden, and of each browser that has no sandbox. */
  onUnprotected?: (kind: MissingProtection) => void
  /** Refuses to render in a browser without sandbox. */
  sandboxRequired?: boolean
  limits?: Partial<BrowserLimits>
  /** Directory of the archives of @sparticuz/chromium, if not in node_modules. */
  archivesDir?: string
  /** An installation of Chromium that is in progress. It is awaited before the files are looked up, and never rejects. */
  installing?: Promise<unknown>
  /**
   * Runs while a browser starts, which takes 70 ms, when this thread has nothing else to do. For what the render needs next; must not throw.
   */
  whileLaunching?: () => void
  /** An installed browser to use in place of the shipped one. */
  chromiumPath?: string | undefined
  /** Flags for Chromium's command line, after the service's own. */
  chromiumFlags?: readonly string[]
  /** Where the kernel lists processes. Without it, a render's memory is not limited. */
  procDir?: string
}

interface PageOptions {
  /** Where the page may connect. */
  egress: EgressOptions
  gpuRendering: boolean
  report: RenderReport
  /** Aborted when the time budget of the whole render is over. */
  signal: AbortSignal
}

export interface BrowserHost extends AsyncDisposable {
  /**
   * Runs `work` with a new page and closes everything afterwards except the browser, which the next render of its kind uses.
   * Renders that overlap run one after the other.
   *
   * @throws PageCrashedError when the page crashed or used more memory than it may
   * @throws BrowserLostError when the browser could not be started or ended during the render
   * @throws the signal's reason when it aborts; a browser that is rendering is killed then
   */
  withPage<T>(options: PageOptions, work: (session: PageSession, egress: Egress) => Promise<T>): Promise<T>
  /**
   * Resolves when the page of the last render is closed and the spare page of the next one is open, after 300 ms at the latest.
   * Await it before the end of an invocation, because Lambda stops the environment there: what is unfinished then may fail when the
   * environment continues.
   */
  settled(): Promise<void>
  /** Returns why this process should be replaced by a new one, if it should. */
  exhaustion(): Exhaustion | undefined
  close(): Promise<void>
}

const megabytes = 1024 ** 2

const defaultLimits: BrowserLimits = {
  rendersMax: 100,
  idleMemoryBytesMax: 500 * megabytes,
  renderMemoryBytesMax: 2048 * megabytes,
  parkedMemoryBytesMax: 300 * megabytes,
  launchMs: limitsMs.browser.launch,
  openMs: limitsMs.browser.open,
  closeMs: limitsMs.browser.close,
  protocolMs: limitsMs.browser.protocol,
}

/** What a browser says before it is lost. After other ends it is noise. */
const explained: ReadonlySet<RecycleReason> = new Set(['ended', 'unresponsive', 'stopped'])

export const createBrowserHost = (settings: BrowserSettings): BrowserHost => {
  const { log } = settings
  const limits = { ...defaultLimits, ...settings.limits }
  const gauge = new ExhaustionGauge(() => countZombies(settings.procDir))
  const sandbox = new Sandbox(settings)
  const slots = createSlots(settings, limits, gauge, sandbox)
  let lastSlot = slots.plain
  /** Settles once the page of the last render is closed. */
  let free: Promise<unknown> = Promise.resolve()

  const withPage: BrowserHost['withPage'] = async (options, work) => {
    const { report, signal } = options
    const slot = options.gpuRendering ? slots.gpu : slots.plain
    signal.throwIfAborted()
    const opening = free.then(async () => {
      signal.throwIfAborted()
      // A parked browser does not grow.
      if (slot !== lastSlot) await lastSlot.limitMemory(limits.parkedMemoryBytesMax)
      lastSlot = slot
      return slot.open(report)
    })
    const { promise: closed, resolve: release } = Promise.withResolvers<void>()
    // A browser that could not be killed is not used again.
    free = closed.catch(ignore)
    let page: OpenPage
    try {
      page = await timed(report, 'launch', () => abortable(opening, signal))
    } catch (error) {
      // A browser that is still being launched serves the next render.
      release(opening.then((unused) => slot.release(unused).finally(unused.port.close), ignore))
      throw error
    }
    page.chromium.renders++
    report.browser = page.chromium.version
    report.isolation = sandbox.examine(page.chromium)
    const guard = guardRender({ ...page, signal, limits, log })
    try {
      await using egress = await startEgress(options.egress, page.port)
      return await guard.run((session) => work(session, egress))
    } finally {
      guard.stop()
      const closing = guard.tripped ? slot.discard('stopped') : slot.release(page)
      release(closing)
      page.port.close()
      if (guard.tripped) await closing
    }
  }

  const close = async () => {
    await Promise.all([slots.plain.close(), slots.gpu.close()])
    await free
  }
  return {
    withPage,
    async settled() {
      await until(
        free.then(() => Promise.all([slots.plain.ready(), slots.gpu.ready()])),
        limitsMs.browser.ready,
      )
    },
    exhaustion: () => gauge.read(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Keeps a browser of each kind, because requests alternate between the kinds, and a browser that is ended leaves zombies. */
const createSlots = (
  settings: BrowserSettings,
  limits: BrowserLimits,
  gauge: ExhaustionGauge,
  sandbox: Sandbox,
) => {
  const scripts = loadScripts(settings.assetsDir)
  const launch = createLaunch(settings, limits, scripts, sandbox)
  const report = createOnRecycle(settings)
  const createSlot = (kind: BrowserKind) =>
    new BrowserSlot({
      limits,
      log: settings.log,
      launch: () => gauge.launch(launch(kind)),
      openPage: (chromium) => openPage(chromium, scripts, () => sandbox.examine(chromium)),
      onRecycle(chromium, reason) {
        gauge.discarded()
        report(chromium, reason)
      },
    })
  return { plain: createSlot('plain'), gpu: createSlot('gpu') }
}

const createOnRecycle =
  ({ log, onRecycle }: BrowserSettings) =>
  ({ processId, renders, lastOutput }: Chromium, reason: RecycleReason) => {
    const output = explained.has(reason) ? { stderr: lastOutput() } : {}
    log.info({ processId, renders, reason, ...output }, 'browser recycled')
    onRecycle?.(reason)
  }

const createLaunch = (
  settings: BrowserSettings,
  limits: BrowserLimits,
  scripts: Scripts,
  sandbox: Sandbox,
) => {
  const {
    temporaryDir,
    assetsDir,
    archivesDir,
    installing,
    chromiumPath,
    chromiumFlags,
    whileLaunching,
    log,
    procDir = '/proc',
  } = settings
  const findFiles = async () => {
    if (chromiumPath !== undefined) return installedChromium(chromiumPath, temporaryDir)
    await installing
    const files = await installChromium(temporaryDir, archivesDir)
    await installDictionaries(files, assetsDir, temporaryDir)
    return files
  }
  if (!existsSync(procDir)) log.warn({ procDir }, 'memory of renders not limited')
  const fontsDir = join(assetsDir, 'fonts')
  // Tests check the shipped browser with the service's own flags, and a cold start has no time for it.
  let isChecked = chromiumPath === undefined && !chromiumFlags?.length
  let swept: Promise<void> | undefined
  return async (kind: BrowserKind) => {
    const startedMs = performance.now()
    swept ??= sweepWorkingDirs(temporaryDir)
    const [files] = await Promise.all([findFiles(), assertFonts(fontsDir), swept])
    const installedMs = performance.now()
    const chromium = await sandbox.launch(files, (isSandboxed) =>
      launchChromium({
        kind,
        files,
        fontsDir,
        temporaryDir,
        procDir,
        log,
        extraFlags: chromiumFlags,
        whileLaunching,
        isSandboxed,
        ...limits,
      }),
    )
    if (!isChecked) await check(chromium, scripts)
    isChecked = true
    log.info(
      {
        kind,
        processId: chromium.processId,
        installMs: Math.round(installedMs - startedMs),
        launchMs: Math.round(performance.now() - installedMs),
      },
      'browser launched',
    )
    return chromium
  }
}

const check = async (chromium: Chromium, scripts: Scripts) => {
  try {
    await assertWholeDocument(chromium, scripts)
  } catch (cause) {
    await chromium.kill()
    throw new Error('The browser cannot be used. Check CHROMIUM_PATH and CHROMIUM_FLAGS.', { cause })
  }
}

const assertFonts = async (fontsDir: string) => {
  await access(join(fontsDir, 'fonts.conf')).catch((cause) => {
    throw new Error(`${fontsDir} contains no fonts. Run \`npm run generate\`.`, { cause })
  })
}
