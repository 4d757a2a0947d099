// The command line `stillframe`.
import { runCli } from './cli/main.ts'

const end = new AbortController()
process.once('SIGINT', () => end.abort())
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  signal: end.signal,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
