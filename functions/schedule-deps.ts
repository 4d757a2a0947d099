import { randomBytes } from 'node:crypto'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { createReconcileSchedules } from '../lib/jobs/tasks/reconcile-schedules.ts'
import { createSweepSchedules } from '../lib/jobs/tasks/sweep-schedules.ts'
import { createScheduleStore } from '../lib/store/schedules.ts'
import { config, deps } from './deps.ts'
import { tasks } from './task-deps.ts'

const schedules = createScheduleStore({
  scheduler: new SchedulerClient({}),
  group: config.scheduleGroup,
  queueArn: config.renderQueueArn,
  roleArn: config.schedulerRoleArn,
  deadLetterArn: config.scheduleDeadLetterArn,
})

const reconcileSchedules = createReconcileSchedules({ tasks, schedules })

/** The composition root of functions that manage tasks. It is separate from task-deps.ts because the render worker must not bundle the
 * Scheduler client. */
export const scheduleDeps = { ...deps, tasks, schedules, reconcileSchedules, randomBytes }

/** For the sweep. */
export const sweepSchedules = createSweepSchedules(scheduleDeps)
