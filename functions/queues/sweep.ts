import { sweepPoints } from '../../lib/core/telemetry/metric-points.ts'
import { createSweep } from '../../lib/jobs/sweep.ts'
import { createSweepSchedules } from '../../lib/jobs/tasks/sweep-schedules.ts'
import { finalizeDeps, log, metrics, nowMs } from '../deps.ts'
import { scheduleDeps } from '../schedules.ts'

const sweepRequests = createSweep({ ...finalizeDeps, log })
const sweepSchedules = createSweepSchedules(scheduleDeps)

/** Each part runs even if the other fails. A failure appears in the function's error metric. */
export const handler = async () => {
  const startedMs = nowMs()
  const [requests, schedules] = await Promise.allSettled([sweepRequests(), sweepSchedules()])
  const totals = { requests: fulfilled(requests), schedules: fulfilled(schedules) }
  log.info({ ...totals, totalMs: nowMs() - startedMs }, 'sweep')
  metrics.publish(sweepPoints(totals))
  for (const part of [requests, schedules]) if (part.status === 'rejected') throw part.reason
}

const fulfilled = <T>(part: PromiseSettledResult<T>) => (part.status === 'fulfilled' ? part.value : undefined)
