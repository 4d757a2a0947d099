import { parseCrontab } from '../../../lib/core/tasks/cron/crontab.ts'
import { nextRuns } from '../../../lib/core/tasks/cron/next-runs.ts'
import type { Task } from '../../../lib/schema/tasks.ts'
import { Time, useNowSeconds } from '../shared/time.tsx'

/** Returns what a task renders, as a text for a list. */
export const sourceOf = ({ query }: Task): string => new URLSearchParams(query).get('url') || 'HTML document'

/** Returns the first run of a task after an instant, if it is on. */
export const nextRunMs = ({ enabled, ...task }: Task, afterMs: number): number | undefined => {
  const { crontab } = parseCrontab(task.crontab)
  return enabled && crontab ? nextRuns(crontab, { timeZone: task.timezone, afterMs, count: 1 })[0] : undefined
}

interface Props {
  task: Task
  inRow?: boolean
}

/** When a task runs next. */
export const NextRun = ({ task, inRow = false }: Props) => {
  const now = useNowSeconds()
  if (!task.enabled) return 'off'
  const next = nextRunMs(task, now * 1000)
  return next === undefined ? 'never' : <Time seconds={next / 1000} inRow={inRow} />
}

/** When a task ran last. */
export const LastRun = ({ task: { last_run }, inRow = false }: Props) =>
  last_run === null ? 'never' : <Time seconds={last_run} inRow={inRow} />
