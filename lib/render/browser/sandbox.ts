import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { describeCause } from '../../base/describe-cause.ts'
import type { Logger } from '../../base/logger.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { MissingProtection } from '../../core/telemetry/metrics.ts'
import type { Isolation } from '../../core/telemetry/render-report.ts'
import type { Chromium } from './chromium.ts'
import type { ChromiumFiles } from './chromium-files.ts'
import { chromiumShim, chromiumShimName } from './chromium-shim.ts'
import { hasOwnFilters, hasOwnProcessIds } from './process-group.ts'

/** Linux gives the files of a hidden process to root. */
const isHidden = () => {
  const environment = statSync('/proc/self/environ', { throwIfNoEntry: false })
  return environment !== undefined && environment.uid !== process.getuid?.()
}

/**
 * Hides the environment and the memory of this process, which contain credentials, from other processes of its user, unless
 * functions/exec-wrapper.sh has done so. Nothing hides them from root.
 *
 * @returns why they are not hidden
 */
export const hideProcess = (temporaryDir: string): string | undefined => {
  if (isHidden()) return undefined
  try {
    loadShim(mkdtempSync(join(temporaryDir, `stillframe-partial-${process.pid}-`)))
  } catch (error) {
    return describeCause(error)
  }
  if (isHidden()) return undefined
  return process.getuid?.() === 0 ? 'root' : 'prctl was refused'
}

/** Loads the library, whose loading hides the process, and removes the directory. */
const loadShim = (dir: string) => {
  try {
    writeFileSync(join(dir, chromiumShimName), chromiumShim())
    process.dlopen({ exports: {} }, join(dir, chromiumShimName))
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** What a busy machine lacks for a moment, or does to a process. It says nothing about the ground. */
const transient: ReadonlySet<string | undefined> = new Set([
  'ETIMEDOUT',
  'EAGAIN',
  'EMFILE',
  'ENOMEM',
  'SIGKILL',
])

const probe = (program: string) =>
  new Promise<string | undefined>((resolve) => {
    execFile(program, ['probe'], { env: {}, timeout: limitsMs.browser.version }, (error) => {
      if (error === null) return resolve(undefined)
      if (error.killed) return resolve('ETIMEDOUT')
      const { code, signal } = error
      return resolve(typeof code === 'number' ? getSystemErrorName(-code) : String(signal ?? code))
    })
  })

/** Returns why Chromium's sandbox cannot work, or undefined if the ground permits filters of system calls. Takes 2 ms. */
const findRefusal = async ({ preload }: ChromiumFiles, flags: readonly string[] = []) => {
  if (process.getuid?.() === 0) return 'root'
  if (flags.includes('--no-sandbox')) return '--no-sandbox'
  if (preload === undefined) return undefined
  const refusal = await probe(preload)
  return transient.has(refusal) ? undefined : refusal
}

/**
 * Returns what Chromium wrote if it found no sandbox: in zygote_host_impl_linux.cc, setuid_sandbox_host.cc, or namespace_sandbox.cc, where a
 * namespace can be made but not entered.
 */
const refusalIn = (output: string) =>
  output
    .split('\n')
    .find(
      (line) =>
        /no usable sandbox|failed to move to new namespace/i.test(line) ||
        (line.includes(':FATAL:') && /sandbox/i.test(line)),
    )

interface SandboxSettings {
  temporaryDir: string
  log: Logger
  chromiumFlags?: readonly string[]
  procDir?: string
  onUnprotected?: (kind: MissingProtection) => void
  /** Refuses to render in a browser without sandbox. */
  sandboxRequired?: boolean
}

type Launched = Pick<Chromium, 'processId' | 'lastOutput'>

/**
 * Decides whether a browser runs in Chromium's sandbox. One starts without only if the ground refuses it: a machine that is busy, which
 * requests can cause, delays and ends launches too. The ground is asked until a page was open in a sandboxed browser.
 */
export class Sandbox {
  readonly #settings: SandboxSettings
  readonly #nodeHidden: boolean
  readonly #isolations = new WeakMap<Launched, Isolation>()
  #isPermitted = false
  /** The last sandboxed browser before that. */
  #untried: Launched | undefined

  constructor(settings: SandboxSettings) {
    this.#settings = settings
    const cause = hideProcess(settings.temporaryDir)
    this.#nodeHidden = cause === undefined
    if (cause === undefined) return
    settings.onUnprotected?.('node')
    settings.log.warn({ cause }, 'process not hidden')
  }

  /** @param start launches a browser, with or without its sandbox */
  async launch<T extends Launched>(files: ChromiumFiles, start: (isSandboxed: boolean) => Promise<T>) {
    if (this.#isPermitted) return start(true)
    const said = refusalIn(this.#untried?.lastOutput() ?? '')
    this.#untried = undefined
    if (said !== undefined) return this.#launchUnconfined(start, 'refused by Chromium', said)
    const reason = await findRefusal(files, this.#settings.chromiumFlags)
    if (reason !== undefined) return this.#launchUnconfined(start, reason)
    try {
      const chromium = await start(true)
      this.#untried = chromium
      return chromium
    } catch (error) {
      const cause = refusalIn((error as Error).message)
      if (cause === undefined) throw error
      return this.#launchUnconfined(start, 'refused by Chromium', cause)
    }
  }

  async #launchUnconfined<T extends Launched>(
    start: (isSandboxed: boolean) => Promise<T>,
    reason: string,
    cause?: string,
  ) {
    this.#assertOptional(reason, cause)
    const chromium = await start(false)
    this.#noteUnconfined(chromium, reason, cause)
    return chromium
  }

  /**
   * Returns how a browser is confined in which a page is open, whose renderers run.
   *
   * @throws Error if it must have a sandbox, and none is seen
   */
  examine(chromium: Launched): Isolation {
    const known = this.#isolations.get(chromium)
    if (known) return known
    this.#isPermitted = true
    this.#untried = undefined
    const { procDir } = this.#settings
    if (process.platform !== 'linux') return this.#noteUnconfined(chromium, 'not checked')
    if (!hasOwnFilters(chromium.processId, procDir)) return this.#noteUnconfined(chromium, 'not in force')
    const sandbox = hasOwnProcessIds(chromium.processId, procDir) ? 'namespaces' : 'seccomp'
    return this.#note(chromium, { sandbox, nodeHidden: this.#nodeHidden })
  }

  #assertOptional(reason: string, cause?: string) {
    if (!this.#settings.sandboxRequired) return
    this.#settings.log.error({ reason, cause }, 'browser refused, because it has no sandbox')
    throw new Error(`The browser has no sandbox (${reason}), and SANDBOX is required.`)
  }

  #noteUnconfined(chromium: Launched, reason: string, cause?: string) {
    this.#assertOptional(reason, cause)
    this.#settings.onUnprotected?.('browser')
    this.#settings.log.warn({ reason, cause }, 'browser not sandboxed')
    return this.#note(chromium, { sandbox: 'none', reason, nodeHidden: this.#nodeHidden })
  }

  #note(chromium: Launched, isolation: Isolation) {
    this.#isolations.set(chromium, isolation)
    return isolation
  }
}
