import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { describeCause } from '../../base/describe-cause.ts'
import type { Logger } from '../../base/logger.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { MissingProtection } from '../../core/telemetry/metrics.ts'
import type { Isolation } from '../../core/telemetry/render-report.ts'
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

/** What a busy machine lacks for a moment. */
const transient: ReadonlySet<string | undefined> = new Set(['ETIMEDOUT', 'EAGAIN', 'EMFILE', 'ENOMEM'])

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
  return transient.has(refusal) ? probe(preload) : refusal
}

interface SandboxSettings {
  temporaryDir: string
  log: Logger
  chromiumFlags?: readonly string[]
  procDir?: string
  onUnprotected?: (kind: MissingProtection) => void
}

/**
 * Decides whether the browsers of this process run in Chromium's sandbox. A ground that refuses it never fails a render. Once a page was
 * open in a sandboxed browser, none is started without: otherwise a page that makes launches fail could switch the sandbox off.
 */
export class Sandbox {
  readonly isolation: Isolation
  readonly #settings: SandboxSettings
  /** Whether browsers start with the sandbox: `trying` until a page is open in the first one. */
  #use: 'untried' | 'trying' | 'always' | 'never' = 'untried'

  constructor(settings: SandboxSettings) {
    this.#settings = settings
    const cause = hideProcess(settings.temporaryDir)
    this.isolation = { sandbox: 'none', nodeHidden: cause === undefined }
    if (cause === undefined) return
    settings.onUnprotected?.('node')
    settings.log.warn({ cause }, 'process not hidden')
  }

  /** @param start launches a browser, with or without its sandbox, within the limit */
  async launch<T>(files: ChromiumFiles, start: (isSandboxed: boolean, launchMs?: number) => Promise<T>) {
    if (this.#use === 'always') return start(true)
    if (this.#use === 'never') return start(false)
    let reason =
      this.#use === 'trying' ? 'no page opened' : await findRefusal(files, this.#settings.chromiumFlags)
    let cause: string | undefined
    this.#use = 'trying'
    try {
      if (reason === undefined) return await start(true, limitsMs.browser.sandboxed)
    } catch (error) {
      reason = 'launch failed'
      cause = describeCause(error)
    }
    // If that fails too, it is not the sandbox that fails.
    this.#use = 'untried'
    const browser = await start(false)
    this.#use = 'never'
    this.#warn(reason, cause)
    return browser
  }

  /** Notes that a page is open in this browser, whose renderers run, and looks whether they are confined. */
  prove(processId: number) {
    if (this.#use !== 'trying') return
    this.#use = 'always'
    const { procDir } = this.#settings
    if (process.platform !== 'linux') return this.#warn('not checked')
    if (!hasOwnFilters(processId, procDir)) return this.#warn('not in force')
    this.isolation.sandbox = hasOwnProcessIds(processId, procDir) ? 'namespaces' : 'seccomp'
  }

  #warn(reason: string, cause?: string) {
    this.isolation.reason = reason
    this.#settings.onUnprotected?.('browser')
    this.#settings.log.warn({ reason, cause }, 'browser not sandboxed')
  }
}
