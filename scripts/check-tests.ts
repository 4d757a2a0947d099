// Fails if a test reads the clock outside the files that are named here. Part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What measures time: an assertion on it fails on a busy machine. */
const clock = /performance\.now\(\)|Date\.now\(\)|process\.(?:cpuUsage|threadCpuUsage)/

/** Files that may read the clock: for dates, for figures that no test compares, or in code that runs in a page. */
const allowed = new Set(['test/fixtures/screencast/counter.html', 'test/support/now.ts'])

const found = globSync('test/**/*.{ts,mjs,html}', { cwd: root }).filter((file) =>
  clock.test(readFileSync(join(root, file), 'utf8')),
)
const remedy =
  'Use the time of test/support/now.ts, fake timers (test/support/in-fake-time.ts), or a count of what was done.'
const messages = [
  ...found.flatMap((file) => (allowed.has(file) ? [] : [`${file}\n  reads the clock. ${remedy}`])),
  ...[...allowed]
    .filter((file) => !found.includes(file))
    .map((file) => `${file}\n  no longer reads the clock. Remove it here.`),
]
for (const message of messages) process.stderr.write(`${message}\n`)
process.exitCode = messages.length === 0 ? 0 : 1
