import { teardownMs } from '../core/plan/budgets.ts'
import { renderOutageWaitMaxSeconds } from '../core/requests/outage.ts'
import { type RenderMessage, renderMessages } from '../core/requests/queue-messages.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import { backgroundPoints, taskPoints } from '../core/telemetry/metric-points.ts'
import { createRenderReport } from '../core/telemetry/render-report.ts'
import type { Receipt } from '../jobs/message.ts'
import type { PerformContext, Performed } from '../jobs/perform-request.ts'
import type { StartedRun, TaskRun } from '../jobs/tasks/run-task.ts'
import { createConsumer, type Handled, type QueueOptions } from './consume.ts'

export interface RenderConsumerOptions extends QueueOptions {
  /** Processes a request to its end, or returns when to try again. */
  perform(key: RequestKey, context: PerformContext): Promise<Performed>
  /** Turns a scheduled minute into a request, and sends its message. */
  runTask(run: TaskRun): Promise<StartedRun>
}

/** Returns the handler of a queue of render messages. Messages run one after another, because a render uses its entire environment. */
export const createRenderConsumer = ({ perform, runTask, ...options }: RenderConsumerOptions) => {
  const handle = async (message: RenderMessage, receipt: Receipt): Promise<Handled> => {
    if (message.kind === 'request') return performOne(message, receipt)
    const started = await runTask(message)
    const fields = 'key' in started ? { requestId: started.key.id } : {}
    return { outcome: started.outcome, fields, metrics: () => taskPoints(started.outcome) }
  }

  const performOne = async (
    { accountId, requestId: id, waited }: Extract<RenderMessage, { kind: 'request' }>,
    { remainingMs, extendVisibility, follow, invocationId }: Receipt,
  ): Promise<Handled> => {
    const key = { accountId, id }
    const report = createRenderReport()
    const signal = AbortSignal.timeout(Math.max(0, remainingMs() - teardownMs))
    const context = { remainingMs, extendVisibility, follow, invocationId, waited, signal, report }
    const { record, account: _, isCached, ...result } = await perform(key, context)
    const fields = {
      requestId: key.id,
      key: record?.keyId,
      operation: record?.operation,
      attempts: record?.attempts,
      reason: result.outcome === 'failed' ? record?.error?.code : undefined,
      phasesMs: report.phasesMs,
      coldBrowser: report.coldBrowser,
      browser: report.browser,
      blockedTargets: report.blockedTargets,
      faults: report.faults,
      cache: isCached ? 'hit' : undefined,
    }
    const metrics = (totalMs: number) =>
      backgroundPoints({ ...fields, handler: options.queue, outcome: result.outcome, totalMs })
    return { ...result, fields, metrics }
  }

  return createConsumer<RenderMessage>({
    ...options,
    decode: renderMessages.decode,
    outageWaitMaxSeconds: renderOutageWaitMaxSeconds,
    handle,
    describe: (message) => ({
      account: message.accountId,
      ...(message.kind === 'request' ? { requestId: message.requestId } : { taskId: message.taskId }),
    }),
  })
}
