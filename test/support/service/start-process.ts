import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCacheDir, root, toBundle } from '../../../local/bundles.ts'

/** The part of the environment that a command line tool needs; nothing of the developer's settings. */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_COMPILE_CACHE: compileCacheDir,
  ...settings,
})

export interface Started {
  child: ChildProcess
  output(): string
  /** Resolves with the exit code or signal. */
  ended: Promise<number | string>
}

/** The bundle that `npm start` runs. */
export const startFile = toBundle('local/start.ts')

/** Runs a file of the project as npm scripts do. */
export const runScript = (
  file: string,
  settings: Record<string, string>,
  ...parameters: string[]
): Started => {
  const child = spawn(process.execPath, [join(root, file), ...parameters], {
    cwd: root,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return {
    child,
    output: () => output,
    ended: once(child, 'exit').then(([code, signal]) => code ?? signal),
  }
}

/** Starts the service and waits until it says that it is ready. */
export const startProcess = async (
  settings: Record<string, string>,
  ...parameters: string[]
): Promise<Started> => {
  const started = runScript(startFile, settings, ...parameters)
  await new Promise<void>((resolve, reject) => {
    started.child.stdout?.on('data', () => started.output().includes('is ready at') && resolve())
    started.ended.then(() => reject(new Error(started.output())), reject)
  })
  return started
}
