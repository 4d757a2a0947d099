import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/**
 * Most tests wait for half of their time, for a browser, a queue or a timer: with one worker more than cores, the cores are busy. Each
 * further one has a browser too, and takes the time that it saves from the others.
 */
const maxWorkers = availableParallelism() + 1

/** How long a test may take. Nothing but a test that hangs takes so long, even on a busy machine. */
const testTimeout = 300_000

/** How long `expect.poll` waits. A wait that succeeds costs nothing, and the standard of one second is too short for a busy machine. */
const poll = { timeout: 15_000 }

/** For projects that start the service. */
const ensureBundles = 'test/support/service/ensure-bundles.ts'

const project = (name: string, options: object = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    expect: { poll },
    testTimeout,
    hookTimeout: 120_000,
    // The files of a worker share their imports, which take 1 to 2 s to load: they leave no state in a module or the process.
    isolate: false,
    // The projects overlap, for which their numbers must be equal.
    maxWorkers,
    ...options,
  },
})

/** For tests with Chromium and the service. */
const inBrowser = {
  globalSetup: [ensureBundles, 'test/e2e/setup.ts'],
  setupFiles: ['test/e2e/become-unprivileged.ts'],
}

export default defineConfig({
  test: {
    reporters: ['default', './test/not-run-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', { pool: 'threads' }),
      project('integration', { globalSetup: [ensureBundles, 'test/integration/setup.ts'] }),
      // The real jobs and stores in a simulated cloud. Its tests only compute.
      project('simulation', { pool: 'threads', isolate: true }),
      // The infrastructure, synthesized once, against SST's own components.
      project('infra', { globalSetup: ['test/infra/setup.ts'] }),
      project('e2e', { exclude: ['test/e2e/lambda/**'], ...inBrowser }),
      // Each file has its own service, and waits for it more than it computes.
      project('faults', { globalSetup: [ensureBundles] }),
      // Many pages, or programs, for one promise of which another test has an example. Only in `npm run test:all`.
      project('corpora', inBrowser),
      // Only root may create the namespaces, and refuse system calls. Only in `npm run test:all`.
      project('lambda', {
        include: ['test/e2e/lambda/**/*.test.ts'],
        globalSetup: [ensureBundles, 'test/e2e/lambda/setup.ts'],
      }),
    ],
  },
})
