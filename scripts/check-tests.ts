// Fails if a test reads the clock outside the files that are named here. Part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What measures time: an assertion on it fails on a busy machine. */
const clock = /performance\.now\(\)|Date\.now\(\)|process\.(?:cpuUsage|threadCpuUsage)/

/** Files that may read the clock: for dates, for figures that no test compares, or in code that runs in a page. */
const allowed = new Set([
  'test/e2e/annoyances/isolation.test.ts',
  'test/e2e/annoyances/page-clock.test.ts',
  'test/e2e/capture/regions.test.ts',
  'test/e2e/capture/scroll-driven.test.ts',
  'test/e2e/capture/scroll-effects.test.ts',
  'test/e2e/capture/watching.test.ts',
  'test/e2e/lambda/ground.test.ts',
  'test/e2e/lambda/network.test.ts',
  'test/e2e/operations/hostile-pages.test.ts',
  'test/e2e/operations/idle-time.test.ts',
  'test/e2e/operations/page-faults.test.ts',
  'test/e2e/operations/platform-features.test.ts',
  'test/e2e/operations/progress-screens.test.ts',
  'test/e2e/pdf/hostile-pages.test.ts',
  'test/e2e/scrape/as-sent.test.ts',
  'test/e2e/scrape/hostile-pages.test.ts',
  'test/e2e/screencast/from-load.test.ts',
  'test/e2e/screencast/hostile.test.ts',
  'test/e2e/screencast/live.test.ts',
  'test/e2e/service/cli.test.ts',
  'test/e2e/service/first-use.test.ts',
  'test/e2e/service/permissions.test.ts',
  'test/e2e/service/stage.test.ts',
  'test/e2e/steps/page-actions.test.ts',
  'test/fixtures/screencast/counter.html',
  'test/support/now.ts',
  'test/support/render/capture-fixture.ts',
  'test/support/sites/hostile-site.ts',
  'test/support/sites/watched-pages.ts',
  'test/support/sites/webhook-receiver.ts',
])

const found = globSync('test/**/*.{ts,mjs,html}', { cwd: root }).filter((file) =>
  clock.test(readFileSync(join(root, file), 'utf8')),
)
const remedy =
  'Use the time of test/support/now.ts, fake timers (test/support/in-fake-time.ts), or a count of what was done.'
const messages = found.flatMap((file) => (allowed.has(file) ? [] : [`${file}\n  reads the clock. ${remedy}`]))
for (const message of messages) process.stderr.write(`${message}\n`)
process.exitCode = messages.length === 0 ? 0 : 1
