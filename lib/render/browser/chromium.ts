import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import puppeteer, { type Browser } from 'puppeteer-core'
import { describeCause } from '../../base/describe-cause.ts'
import type { Logger } from '../../base/logger.ts'
import { ignore, until, within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { ChromiumFiles } from './chromium-files.ts'
import { DevToolsPipe } from './devtools-pipe.ts'
import { type BrowserKind, launchArguments } from './launch-arguments.ts'
import {
  createMemoryGauge,
  endRenderers,
  groupEnded,
  killGroup,
  watchNetworkProcess,
} from './process-group.ts'
import { sharedMemoryFlags } from './shared-memory.ts'
import { makeWorkingDir, removeDir } from './working-dir.ts'

/** A running Chromium with all its processes and its temporary directory. */
export interface Chromium {
  readonly kind: BrowserKind
  readonly browser: Browser
  /** All four parts. */
  readonly version: string
  readonly processId: number
  /**
   * Aborts when the process is being ended, or has ended for any reason. It is a signal because a browser outlives many renders: a listener
   * can be removed, a promise's reaction cannot.
   */
  readonly ended: AbortSignal
  /** How many pages it has rendered. */
  renders: number
  /** Whether it is connected and has all processes without which no page loads. */
  isAlive(): boolean
  memoryBytes(): number
  /** The end of what the browser wrote to its standard error. It says why a browser was lost. */
  lastOutput(): string
  /** Disconnects the browser immediately, then ends its whole process group and removes its directory. */
  kill(): Promise<void>
}

const lastOutputChars = 4096

interface LaunchSettings {
  kind: BrowserKind
  files: ChromiumFiles
  /** Holds `fonts.conf` and the fonts. */
  fontsDir: string
  temporaryDir: string
  /** Where the kernel lists processes. */
  procDir: string
  /** The operator's additional flags. */
  extraFlags?: readonly string[] | undefined
  log: Logger
  isSandboxed: boolean
  launchMs: number
  protocolMs: number
  /** Prepares what the render needs next, while this thread has nothing else to do. */
  whileLaunching?: (() => void) | undefined
}

/** Launches Chromium. @throws Error if the browser does not respond within `launchMs` */
export const launchChromium = async (settings: LaunchSettings): Promise<Chromium> => {
  const workingDir = await makeWorkingDir(settings.temporaryDir, 'browser')
  let env: NodeJS.ProcessEnv = {}
  let browserProcess: BrowserProcess | undefined
  try {
    env = await environment(settings, workingDir)
    browserProcess = startProcess(settings, env, workingDir, await sharedMemoryFlags())
    const connecting = connect(browserProcess.child, settings.protocolMs)
    if (settings.whileLaunching) setImmediate(settings.whileLaunching)
    return supervise(await within(connecting, settings.launchMs), browserProcess, settings)
  } catch (cause) {
    // Once the process has exited, its stderr is complete.
    await browserProcess?.remove()
    const output = browserProcess?.lastOutput() || (await describeFailure(settings.files.executable, env))
    await removeDir(workingDir)
    throw new Error(`The browser did not start. ${output}`, { cause })
  }
}

interface BrowserProcess {
  child: ChildProcess
  lastOutput(): string
  /** Kills the whole process group and removes its directory. */
  remove(): Promise<void>
}

const startProcess = (
  { kind, files, extraFlags = [], procDir, isSandboxed }: LaunchSettings,
  env: NodeJS.ProcessEnv,
  workingDir: string,
  flags: readonly string[],
): BrowserProcess => {
  const child = spawn(
    files.executable,
    launchArguments(kind, join(workingDir, 'profile'), [...flags, ...extraFlags], isSandboxed),
    // It leads a process group, which is killed as a whole.
    { env, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  )
  const { pid } = child
  const killWithParent = () => {
    if (pid !== undefined) killGroup(pid)
    rmSync(workingDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  }
  process.once('exit', killWithParent)
  return {
    child,
    lastOutput: keepLast(child.stderr),
    async remove() {
      if (pid !== undefined) {
        killGroup(pid)
        await groupEnded(pid, limitsMs.browser.groupEnd, procDir)
      }
      await removeDir(workingDir)
      process.off('exit', killWithParent)
    },
  }
}

/** Rejects if the process cannot be started, or ends. */
const connect = async (child: ChildProcess, protocolTimeout: number): Promise<Connected> => {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The browser ended.')))
  ended.catch(ignore)
  return Promise.race([connectPuppeteer(child, protocolTimeout), ended])
}

interface Connected {
  browser: Browser
  version: string
}

const connectPuppeteer = async (child: ChildProcess, protocolTimeout: number): Promise<Connected> => {
  const [, , , commands, messages] = child.stdio
  const browser = await puppeteer.connect({
    transport: new DevToolsPipe(commands as Writable, messages as Readable),
    defaultViewport: null,
    issuesEnabled: false,
    protocolTimeout,
  })
  // `HeadlessChrome/153.0.8010.0`
  const [, version = ''] = (await browser.version()).split('/')
  return { browser, version }
}

/** Returns what the executable writes when it only prints its version, which names a missing library. */
const describeFailure = async (executable: string, env: NodeJS.ProcessEnv) => {
  const asked = promisify(execFile)(executable, ['--version'], { env, timeout: limitsMs.browser.version })
  return asked.then(
    ({ stdout }) => `Its version is ${stdout.trim()}.`,
    (error: Error & { stderr?: string }) =>
      `Its output: ${(error.stderr || error.message).slice(-lastOutputChars)}`,
  )
}

const supervise = (
  { browser, version }: Connected,
  { child, lastOutput, remove }: BrowserProcess,
  { kind, log, procDir }: LaunchSettings,
): Chromium => {
  const processId = child.pid as number
  const ended = new AbortController()
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    child.once('exit', () => resolve())
  }).then(() => ended.abort())
  // Even if the browser has exited: its children and its directory remain. The sweep removes leftovers later.
  const removed = exited.then(remove).catch((error) => log.warn({ error }, 'browser not removed completely'))
  // The id of an ended process may belong to another one.
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async () => {
    // Otherwise a render would take the end of its renderer for a crash of its page.
    ended.abort()
    // Its processes need up to 400 ms to end. Until then, a page could still be read, and it may have reached a local file.
    await browser.disconnect()
    // Without the two waits, each killed browser leaves five zombies where no init process reaps orphans, as on Lambda. With them it
    // leaves two or three (ten browsers: 25 and 26).
    if (isRunning()) {
      await endRenderers(processId, limitsMs.browser.reap, procDir)
      child.kill('SIGTERM')
    }
    await until(exited, limitsMs.browser.terminate)
    if (isRunning()) killGroup(processId)
    await removed
  }
  const measureMemory = createMemoryGauge(processId, procDir)
  let isMeasured = true
  const memoryBytes = () => {
    try {
      return measureMemory()
    } catch (error) {
      if (isMeasured) log.warn({ cause: describeCause(error) }, 'memory of renders not limited')
      isMeasured = false
      return 0
    }
  }
  const hasLostNetwork = watchNetworkProcess(processId, procDir)
  // Finds it, before any page is opened in it.
  hasLostNetwork()
  let killed: Promise<void> | undefined
  return {
    kind,
    browser,
    version,
    processId,
    ended: ended.signal,
    renders: 0,
    isAlive: () => browser.connected && isRunning() && !hasLostNetwork(),
    memoryBytes,
    lastOutput,
    // A second call must not end the waits of the first one, and a listener of `ended` may call it again.
    kill: () => (killed ??= Promise.resolve().then(end)),
  }
}

/** The log contains no URLs of pages. */
const urls = /\b(?:https?|wss?|ftp|file|data|blob|about|chrome|javascript):\S*/gi

const keepLast = (stream: Readable | null) => {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-lastOutputChars)
  })
  return () => text.replace(urls, '<URL>')
}

/** Passes on nothing of this process's environment, which contains the function's credentials. The browser writes to its directory only. */
const environment = async ({ files, fontsDir }: LaunchSettings, workingDir: string) => {
  const scratchDir = join(workingDir, 'tmp')
  await mkdir(scratchDir)
  return {
    PATH: '/usr/bin:/bin',
    HOME: workingDir,
    TMPDIR: scratchDir,
    // fonts.conf keeps its cache here, which outlives the browser.
    XDG_CACHE_HOME: files.cacheDir,
    FONTCONFIG_FILE: join(fontsDir, 'fonts.conf'),
    ...(files.librariesDir !== undefined && { LD_LIBRARY_PATH: files.librariesDir }),
    ...(files.preload !== undefined && { LD_PRELOAD: files.preload, CHROME_DEVEL_SANDBOX: files.preload }),
    LANG: 'en_US.UTF-8',
    TZ: 'UTC',
  }
}
