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

/** The composition root of what makes tasks: beside task-deps.ts, so that the render worker carries no Scheduler. */
export const scheduleDeps = { ...deps, tasks, schedules, reconcileSchedules, randomBytes }

/** For the sweep. */
export const sweepSchedules = createSweepSchedules(scheduleDeps)
