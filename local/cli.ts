// The command line `stillframe`.
import { runCli } from './cli/main.ts'

const end = new AbortController()
let stoppedMs = 0
const stop = () => {
  // The terminal and the parent process both send the first one.
  if (end.signal.aborted && performance.now() - stoppedMs > 1_000) process.exit(130)
  if (!end.signal.aborted) stoppedMs = performance.now()
  end.abort()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
/** A reader that has seen enough, such as `head`, closes the pipe. */
const endOutput = (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
process.stdout.on('error', endOutput)
process.stderr.on('error', () => process.exit(1))
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  signal: end.signal,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  isOutTerminal: process.stdout.isTTY,
})
