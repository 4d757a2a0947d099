import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How AWS Lambda's sandbox refuses a system call. Which of the two it is, is not documented. */
export type Refusal = 'EPERM' | 'ENOSYS'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** As on Lambda: the folder does not exist, and the function cannot create it. */
export const home = '/home/sbx_user1051'

/** As deployed by stacks/function.ts. */
const temporaryBytes = 2 * 1024 ** 3

/** Compiles `sandbox.c`. @returns the program, or the reason why this machine cannot run it */
export const buildSandbox = (directory: string): { program: string } | { problem: string } => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { problem: 'This machine is not Linux on x64.' }
  if (process.getuid?.() !== 0) return { problem: 'Only root may create namespaces. Run it: sudo npm test' }
  if (spawnSync('cc', ['--version']).status !== 0)
    return { problem: 'cc is missing. Install it: apt-get install gcc' }
  const program = join(directory, 'sandbox')
  const source = fileURLToPath(new URL('sandbox.c', import.meta.url))
  execFileSync('cc', ['-O1', '-Wall', '-Wextra', '-Werror', '-o', program, source])
  const trial = spawnSync(program, ['1', '1048576', root, root, '/bin/true'], { encoding: 'utf8' })
  return trial.status === 0 ? { program } : { problem: trial.stderr.trim() || `status ${trial.status}` }
}

/**
 * Returns the start of a function's process in the sandbox. The command line and the variables that the embedded Lambda passes name
 * files of this project, which are elsewhere inside the sandbox. `AWS_LAMBDA_EXEC_WRAPPER` starts the command, as on Lambda.
 */
export const sandboxed =
  (program: string, refusal: Refusal, taskDir: string) =>
  (command: string, parameters: readonly string[], options: SpawnOptions): ChildProcess => {
    const inside = (path: string) => path.replace(root, '/var/runtime/')
    const errorNumber = String(constants.errno[refusal])
    const wrapper = options.env?.['AWS_LAMBDA_EXEC_WRAPPER']
    return spawn(
      program,
      [
        errorNumber,
        String(temporaryBytes),
        taskDir,
        root,
        ...(wrapper === undefined ? [] : [wrapper]),
        inside(command),
        ...parameters.map((parameter) => inside(parameter)),
      ],
      {
        ...options,
        env: {
          ...options.env,
          LAMBDA_TASK_ROOT: '/var/task',
          TMPDIR: '/tmp',
          HOME: home,
        },
      },
    )
  }
