import { defineConfig } from 'vitest/config'

/** Vitest leaves one core free otherwise, which is half of a small machine. */
const maxWorkers = '100%'

const project = (name: string, options: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], ...options },
})

export default defineConfig({
  test: {
    projects: [
      // These leave no state in a module or the process: the files of a worker share their imports.
      project('unit', { pool: 'threads', isolate: false, testTimeout: 20_000, maxWorkers }),
      project('integration', {
        globalSetup: ['test/integration/setup.ts'],
        isolate: false,
        testTimeout: 30_000,
        hookTimeout: 60_000,
        maxWorkers,
      }),
      // The infrastructure, synthesized once, against SST's own components.
      project('infra', {
        globalSetup: ['test/infra/setup.ts'],
        isolate: false,
        testTimeout: 30_000,
        maxWorkers,
      }),
      // One worker per core. With more, Chromium misses deadlines. The files of a worker share their imports, which take 1 to 2 s to load.
      project('e2e', {
        globalSetup: ['test/e2e/setup.ts'],
        testTimeout: 60_000,
        hookTimeout: 120_000,
        isolate: false,
        maxWorkers,
        sequence: { groupOrder: 1 },
      }),
      project('faults', {
        hookTimeout: 120_000,
        isolate: false,
        fileParallelism: false,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})
