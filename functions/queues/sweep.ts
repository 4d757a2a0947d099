import { createSweep } from '../../lib/jobs/sweep.ts'
import { concludeDeps } from '../conclude-deps.ts'
import { log, nowMs } from '../deps.ts'
import { sweepSchedules } from '../task-deps.ts'

const sweepRequests = createSweep({ ...concludeDeps, log })

/** Each part runs whatever becomes of the other; a failure shows in the function's errors. */
export const handler = async () => {
  const startedMs = nowMs()
  const [requests, schedules] = await Promise.allSettled([sweepRequests(), sweepSchedules()])
  const totals = [requests, schedules].map((part) => (part.status === 'fulfilled' ? part.value : undefined))
  log.info({ requests: totals[0], schedules: totals[1], totalMs: nowMs() - startedMs }, 'sweep')
  for (const part of [requests, schedules]) if (part.status === 'rejected') throw part.reason
}
