import '../install-chromium.ts'
import { point } from '../../lib/core/telemetry/metrics.ts'
import { createPerformRequest } from '../../lib/jobs/perform-request.ts'
import { createRunTask } from '../../lib/jobs/tasks/run-task.ts'
import { createRenderConsumer } from '../../lib/queue/renders.ts'
import { followBatch } from '../batches.ts'
import { accounts, deps, finalizeDeps, log, metrics, nowMs, queues, tasks } from '../deps.ts'
import { announcer } from '../events.ts'
import { isStopping, renderers, results, settled, watchRuns } from '../render.ts'

export const handler = createRenderConsumer({
  queue: 'render',
  perform: createPerformRequest({
    ...finalizeDeps,
    accounts,
    results,
    watchRuns,
    followBatch,
    announcer,
    renderers,
    tiers: deps.tiers,
    isStopping,
    log,
  }),
  runTask: createRunTask({ ...deps, ...finalizeDeps, announcer, tasks }),
  changeVisibility: (receiptHandle, seconds) => queues.changeVisibility('render', receiptHandle, seconds),
  log,
  metrics,
  nowMs,
  settled: (done, startedMs) =>
    settled(true, async (reason) => {
      await queues.deleteBatch('render', done)
      // Lambda dates the error at the start of the invocation. The alarm subtracts this metric from the errors of the same time.
      metrics.publish([point('WorkerReplacements', { reason })], startedMs)
    }),
})
