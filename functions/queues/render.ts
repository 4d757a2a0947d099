import '../chromium-deps.ts'
import { createPerformRequest } from '../../lib/jobs/perform-request.ts'
import { createProduceResult } from '../../lib/jobs/produce-result.ts'
import { createRenderConsumer } from '../../lib/queue/render-messages.ts'
import { accounts, log, metrics, nowMs } from '../deps.ts'
import { finalizeDeps } from '../finalize-deps.ts'
import { queues } from '../queue-deps.ts'
import { render } from '../render-later.ts'
import { runTask } from '../task-deps.ts'
import { cache, storage } from '../work-deps.ts'

export const handler = createRenderConsumer({
  queue: 'render',
  perform: createPerformRequest({
    ...finalizeDeps,
    accounts,
    produce: createProduceResult({ cache, storage, render }),
    log,
  }),
  runTask,
  hide: (receiptHandle, seconds) => queues.changeVisibility('render', receiptHandle, seconds),
  log,
  metrics,
  nowMs,
})
