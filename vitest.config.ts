import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/** Tests wait for pages, processes, queues and the clock, and use about half a core each. Those with a browser use a whole one. */
const maxWorkers = availableParallelism() + 2
const maxBrowserWorkers = availableParallelism()

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
    ...options,
  },
})

export default defineConfig({
  test: {
    reporters: ['default', './test/not-run-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // These leave no state in a module or the process: the files of a worker share their imports.
      project('unit', { pool: 'threads', isolate: false, maxWorkers }),
      project('integration', {
        globalSetup: [ensureBundles, 'test/integration/setup.ts'],
        isolate: false,
        maxWorkers,
      }),
      // The real jobs and stores in a simulated cloud. Its tests only compute.
      project('simulation', { pool: 'threads', maxWorkers }),
      // The infrastructure, synthesized once, against SST's own components.
      project('infra', {
        globalSetup: ['test/infra/setup.ts'],
        isolate: false,
        maxWorkers,
      }),
      // The files of a worker share their imports, which take 1 to 2 s to load.
      project('e2e', {
        exclude: ['test/e2e/lambda/**'],
        globalSetup: [ensureBundles, 'test/e2e/setup.ts'],
        setupFiles: ['test/e2e/become-unprivileged.ts'],
        isolate: false,
        maxWorkers: maxBrowserWorkers,
        sequence: { groupOrder: 1 },
      }),
      // Only root may create the namespaces, and refuse system calls.
      project('lambda', {
        include: ['test/e2e/lambda/**/*.test.ts'],
        globalSetup: [ensureBundles, 'test/e2e/lambda/setup.ts'],
        isolate: false,
        maxWorkers: maxBrowserWorkers,
        sequence: { groupOrder: 1 },
      }),
      // Each file has its own service, and waits for it more than it computes.
      project('faults', {
        globalSetup: [ensureBundles],
        isolate: false,
        maxWorkers: maxBrowserWorkers,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})
