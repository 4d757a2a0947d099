import { createEndDeadRequest } from '../../lib/jobs/end-dead-request.ts'
import { createRenderConsumer } from '../../lib/queue/render-messages.ts'
import { concludeDeps } from '../conclude-deps.ts'
import { log, metrics, nowMs } from '../deps.ts'
import { runTask } from '../task-deps.ts'

export const handler = createRenderConsumer({
  queue: 'render-dead-letters',
  perform: createEndDeadRequest(concludeDeps),
  runTask,
  // What stays comes again after the queue's own visibility timeout.
  hide: async () => {},
  log,
  metrics,
  nowMs,
})
