// npm run bench: compares the service with its peers. npm run bench <name>: one of the other benchmarks.
import { runCacheBench } from './cache/run.ts'
import { runColdStartBench } from './cold-start/run.ts'
import { runConsentBench } from './consent/run.ts'
import { runCostBench } from './cost/run.ts'
import { runMemoryBench } from './memory/run.ts'
import { runPdfBench } from './pdf/run.ts'
import { runCheck, runPeersBench } from './peers/run.ts'
import { runQueueBench } from './queue/run.ts'
import { runSandboxBench } from './sandbox/run.ts'
import { runScrapeBench } from './scrape/run.ts'
import { runScreencastBench } from './screencast/run.ts'
import { runScreenshotBench } from './screenshot/run.ts'
import { runWatchBench } from './watch/run.ts'

const benchmarks: Record<string, (file?: string) => Promise<void>> = {
  peers: runPeersBench,
  check: runCheck,
  screenshot: runScreenshotBench,
  screencast: runScreencastBench,
  pdf: runPdfBench,
  scrape: runScrapeBench,
  cache: runCacheBench,
  cost: runCostBench,
  'cold-start': runColdStartBench,
  consent: runConsentBench,
  queue: runQueueBench,
  watch: runWatchBench,
  memory: runMemoryBench,
  sandbox: runSandboxBench,
}

const name = process.argv[2] ?? 'peers'
const run = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined
if (run) await run(process.argv[3])
else {
  process.stderr.write(`npm run bench ${Object.keys(benchmarks).join('|')}\n`)
  process.exitCode = 1
}
