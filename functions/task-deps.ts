import { randomBytes } from 'node:crypto'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { createReconcileSchedules } from '../lib/jobs/tasks/reconcile-schedules.ts'
import { createRunTask } from '../lib/jobs/tasks/run-task.ts'
import { createSweepSchedules } from '../lib/jobs/tasks/sweep-schedules.ts'
import { createScheduleStore } from '../lib/store/schedules.ts'
import { createTaskStore } from '../lib/store/tasks.ts'
import { config, deps, dynamo } from './deps.ts'
import { requests } from './request-deps.ts'

/** The composition root of scheduled tasks: beside deps.ts, so that the other functions carry no Scheduler. */
export const tasks = createTaskStore({ dynamo, tableName: config.tasksTable })

export const schedules = createScheduleStore({
  scheduler: new SchedulerClient({}),
  group: config.scheduleGroup,
  queueArn: config.renderQueueArn,
  roleArn: config.schedulerRoleArn,
  deadLetterArn: config.scheduleDeadLetterArn,
})

export const reconcileSchedules = createReconcileSchedules({ tasks, schedules })

export const taskDeps = { ...deps, tasks, schedules, reconcileSchedules, randomBytes }

/** For the render worker. */
export const runTask = createRunTask({ ...taskDeps, requests })

/** For the sweep. */
export const sweepSchedules = createSweepSchedules(taskDeps)
