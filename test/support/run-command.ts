import { runCli } from '../../local/cli/main.ts'

/** Runs the command line in this process, without a profile. Returns its exit code and what it writes. */
export const runCommand = async (
  args: readonly string[],
  env: Record<string, string> = {},
  world: { isOutTerminal?: boolean } = {},
) => {
  const written = { out: '', err: '' }
  const code = await runCli([...args], {
    ...world,
    env: { XDG_CONFIG_HOME: '/nowhere', ...env },
    signal: AbortSignal.timeout(30_000),
    out: (text) => {
      written.out += text
    },
    err: (text) => {
      written.err += text
    },
  })
  return { code, ...written }
}
