import { sweepPoints } from '../../lib/core/telemetry/metric-points.ts'
import { createSweep } from '../../lib/jobs/sweep.ts'
import { createKeepBaselines } from '../../lib/jobs/tasks/keep-baselines.ts'
import { createSweepSchedules } from '../../lib/jobs/tasks/sweep-schedules.ts'
import { createResultStore } from '../../lib/store/results.ts'
import { batches, followBatch, resumeBatch } from '../batches.ts'
import { accounts, config, finalizeDeps, log, metrics, nowMs, s3, tasks } from '../deps.ts'
import { announcer } from '../events.ts'
import { scheduleDeps } from '../schedules.ts'

const sweepRequests = createSweep({ ...finalizeDeps, announcer, batches, followBatch, resumeBatch, log })
const sweepSchedules = createSweepSchedules(scheduleDeps)
const files = createResultStore({ s3, bucket: config.resultsBucket, log })
const keepBaselines = createKeepBaselines({ tasks, accounts, files, nowMs, log })

/** One scan of the table serves both. */
const sweepTasks = async () => {
  const all = await tasks.listAll()
  return Promise.allSettled([sweepSchedules(all), keepBaselines(all)] as const)
}

/** Each part runs even if the other fails. A failure appears in the function's error metric. */
export const handler = async () => {
  const startedMs = nowMs()
  const [requests, ofTasks] = await Promise.allSettled([sweepRequests(), sweepTasks()])
  const [schedules, baselines] = fulfilled(ofTasks) ?? []
  const totals = {
    requests: fulfilled(requests),
    schedules: schedules && fulfilled(schedules),
    baselines: baselines && fulfilled(baselines),
  }
  log.info({ ...totals, totalMs: nowMs() - startedMs }, 'sweep')
  metrics.publish(sweepPoints(totals))
  for (const part of [requests, ofTasks, schedules, baselines])
    if (part?.status === 'rejected') throw part.reason
}

const fulfilled = <T>(part: PromiseSettledResult<T>) => (part.status === 'fulfilled' ? part.value : undefined)
