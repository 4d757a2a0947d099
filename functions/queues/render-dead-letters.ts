import { createEndDeadRequest } from '../../lib/jobs/end-dead-request.ts'
import { createRunTask } from '../../lib/jobs/tasks/run-task.ts'
import { createRenderConsumer } from '../../lib/queue/renders.ts'
import { followBatch } from '../batches.ts'
import { deps, finalizeDeps, log, metrics, nowMs, tasks } from '../deps.ts'
import { announcer } from '../events.ts'

export const handler = createRenderConsumer({
  queue: 'render-dead-letters',
  perform: createEndDeadRequest({ ...finalizeDeps, followBatch, announcer }),
  runTask: createRunTask({ ...deps, ...finalizeDeps, announcer, tasks }),
  // A message that stays is delivered again after the visibility timeout of the queue.
  changeVisibility: async () => {},
  log,
  metrics,
  nowMs,
})
