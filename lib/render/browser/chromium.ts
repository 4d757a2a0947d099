import { rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import puppeteer, { type Browser } from 'puppeteer-core'
import type { Logger } from '../../logger.ts'
import type { ChromiumFiles } from './chromium-files.ts'
import { type BrowserKind, launchArguments } from './launch-arguments.ts'
import { createMemoryGauge, groupEnded, killGroup } from './process-group.ts'
import { makeWorkingDir, removeDir } from './working-dir.ts'

/** One running Chromium with all its processes and its temporary directory. */
export interface Chromium {
  readonly kind: BrowserKind
  readonly browser: Browser
  readonly processId: number
  /**
   * Aborts when the process has ended for any reason. A signal, because a browser outlives many renders: a listener can
   * be removed, and what waits for a promise cannot.
   */
  readonly ended: AbortSignal
  /** How many pages it has been given so far. */
  renders: number
  isAlive(): boolean
  memoryBytes(): number
  /** Kills the whole process group and removes its directory. Nothing in it is worth an orderly end. */
  kill(): Promise<void>
}

/** Giving back a gigabyte takes a killed process some 200 ms. */
const groupEndMs = 2000

export interface LaunchSettings {
  kind: BrowserKind
  files: ChromiumFiles
  /** Holds `fonts.conf` and the fonts. */
  fontsDir: string
  temporaryDir: string
  /** Where the kernel lists processes. */
  procDir: string
  log: Logger
  launchMs: number
  protocolMs: number
}

/** @throws Error when the browser does not answer within `launchMs` */
export const launchChromium = async (settings: LaunchSettings): Promise<Chromium> => {
  const workingDir = await makeWorkingDir(settings.temporaryDir, 'browser')
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), settings.launchMs)
  try {
    const browser = await puppeteer.launch({
      executablePath: settings.files.executable,
      ignoreDefaultArgs: true,
      args: launchArguments(settings.kind, join(workingDir, 'profile')),
      env: await environment(settings, workingDir),
      pipe: true,
      defaultViewport: null,
      waitForInitialPage: false,
      issuesEnabled: false,
      protocolTimeout: settings.protocolMs,
      signal: deadline.signal,
      // The embedding process decides what its signals mean.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    return supervise(browser, settings, workingDir)
  } catch (error) {
    await removeDir(workingDir)
    throw error
  } finally {
    // The signal would go on to kill the browser long after it was launched.
    clearTimeout(timer)
  }
}

const supervise = (browser: Browser, settings: LaunchSettings, workingDir: string): Chromium => {
  const { kind, log } = settings
  const child = browser.process()
  const processId = child?.pid
  if (!child || processId === undefined) throw new Error('The browser has no process.')
  const killWithParent = () => {
    killGroup(processId)
    rmSync(workingDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  }
  process.once('exit', killWithParent)
  const ended = new AbortController()
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    child.once('exit', () => resolve())
  }).then(() => ended.abort())
  const remove = async () => {
    killGroup(processId)
    await groupEnded(processId, groupEndMs, settings.procDir)
    await removeDir(workingDir)
    process.off('exit', killWithParent)
  }
  // Also when it ended by itself: its children and its directory must go. What cannot be removed is swept later.
  const removed = exited.then(remove).catch((error) => log.warn({ error }, 'browser left something behind'))
  return {
    kind,
    browser,
    processId,
    ended: ended.signal,
    renders: 0,
    isAlive: () => browser.connected && child.exitCode === null && child.signalCode === null,
    memoryBytes: createMemoryGauge(processId, settings.procDir),
    async kill() {
      // Once it has ended its number may be another's.
      if (child.exitCode === null && child.signalCode === null) killGroup(processId)
      await removed
    },
  }
}

/** Nothing of our own environment: it holds the function's credentials. Everything the browser writes lands in its directory. */
const environment = async ({ files, fontsDir }: LaunchSettings, workingDir: string) => {
  const scratchDir = join(workingDir, 'tmp')
  await mkdir(scratchDir)
  return {
    PATH: '/usr/bin:/bin',
    HOME: workingDir,
    TMPDIR: scratchDir,
    // Where fonts.conf keeps its cache, which outlives the browser.
    XDG_CACHE_HOME: files.cacheDir,
    FONTCONFIG_FILE: join(fontsDir, 'fonts.conf'),
    ...(files.librariesDir !== undefined && { LD_LIBRARY_PATH: files.librariesDir }),
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
  }
}
