import { createEndDeadRequest } from '../../lib/jobs/end-dead-request.ts'
import { createRenderConsumer } from '../../lib/queue/render-messages.ts'
import { log, metrics, nowMs } from '../deps.ts'
import { finalizeDeps } from '../finalize-deps.ts'
import { runTask } from '../task-deps.ts'

export const handler = createRenderConsumer({
  queue: 'render-dead-letters',
  perform: createEndDeadRequest(finalizeDeps),
  runTask,
  // What stays comes again after the queue's own visibility timeout.
  hide: async () => {},
  log,
  metrics,
  nowMs,
})
