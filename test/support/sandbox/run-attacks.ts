import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Isolation } from '../../../lib/core/telemetry/render-report.ts'
import { nobody, unprivileged } from '../unprivileged.ts'
import type { Outcomes } from './attacks.ts'

/** What a machine permits a process that renders. */
export interface Ground {
  user?: 'root'
  /** What it refuses, as `ground.c` names it. */
  refused?: string
  /** How it refuses prctl and seccomp. */
  error?: 'EPERM' | 'ENOSYS'
  /** Starts Node with functions/exec-wrapper.sh. */
  isWrapped?: boolean
}

export interface Attacked {
  isolation: Isolation
  outcomes: Outcomes
  log: { message: string }[]
}

export interface Crashed {
  isolation: Isolation
  /** How many browsers were launched. */
  launched: number
  /** Their processes that still run. */
  left: number[]
}

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const makeDir = () => mkdtempSync(join(tmpdir(), 'stillframe-attacks-'))

const compileGround = (dir: string) => {
  const program = join(dir, 'ground')
  execFileSync('cc', ['-O1', '-Wall', '-Wextra', '-Werror', '-o', program, at('ground.c')])
  return program
}

/** Returns why this machine cannot run attacks, if it cannot. */
export const findProblem = (): string | undefined => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'This machine is not Linux on x64.'
  if (unprivileged.uid === undefined)
    return 'Only root may refuse system calls, in a folder that other users may read. Run it: sudo npm test'
  if (spawnSync('cc', ['--version']).status !== 0) return 'cc is missing. Install it: apt-get install gcc'
  const dir = makeDir()
  const trial = spawnSync(compileGround(dir), [String(nobody), '1', 'prctl', '/bin/true'], {
    encoding: 'utf8',
  })
  rmSync(dir, { recursive: true })
  // In most containers, root may not refuse them either.
  return trial.status === 0 ? undefined : trial.stderr.trim()
}

/** Compiles the attacks, and runs them on a ground. Each user unpacks the browser once. */
export const createAttacks = () => {
  const dir = makeDir()
  chownSync(dir, nobody, nobody)
  const [program, library] = [compileGround(dir), join(dir, 'attacks.so')]
  const source = readFileSync(at('../../../lib/render/browser/chromium-shim.c'), 'utf8')
  const [, flags = ''] = / cc (-shared .*)/.exec(source) ?? []
  const files = [`-DTARGET="${dir}/target"`, `-DRESULTS="${dir}/results"`]
  execFileSync('cc', [...flags.split(' '), ...files, '-o', library, at('attacks.c')])
  /** Runs a script on a ground. @returns what it printed */
  const runOn = async (
    { user, refused = 'nothing', error = 'EPERM', isWrapped = false }: Ground,
    script: string,
    toParameters: (temporaryDir: string) => string[],
  ) => {
    const temporaryDir = join(dir, user ?? 'nobody')
    const owner = user === 'root' ? 0 : nobody
    mkdirSync(temporaryDir, { recursive: true })
    chownSync(temporaryDir, owner, owner)
    const wrapper = isWrapped ? [at('../../../functions/exec-wrapper.sh')] : []
    const command = [...wrapper, process.execPath, at(script), ...toParameters(temporaryDir)]
    const { stdout } = await promisify(execFile)(
      program,
      [String(owner), String(constants.errno[error]), refused, ...command],
      {
        env: { PATH: '/usr/bin:/bin', TMPDIR: temporaryDir, AWS_SECRET_ACCESS_KEY: 'secret' },
        maxBuffer: 2 ** 24,
      },
    )
    return JSON.parse(stdout)
  }
  return {
    attack: (ground: Ground): Promise<Attacked> =>
      runOn(ground, 'attacked-browser.ts', (temporaryDir) => [dir, temporaryDir, library]),
    /** Crashes renderers and browsers. */
    crash: (ground: Ground, crashes: number): Promise<Crashed> =>
      runOn(ground, 'crash-browsers.ts', (temporaryDir) => [temporaryDir, String(crashes)]),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  }
}
