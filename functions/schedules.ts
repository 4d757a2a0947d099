import { randomBytes } from 'node:crypto'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { createReconcileSchedules } from '../lib/jobs/tasks/reconcile-schedules.ts'
import { createScheduleStore } from '../lib/store/schedules.ts'
import { clientSettings } from './client-settings.ts'
import { config, deps, tasks } from './deps.ts'

/** The composition root of the functions that manage tasks and their schedules. Runs of tasks need no Scheduler client. */
const schedules = createScheduleStore({
  scheduler: new SchedulerClient(clientSettings()),
  group: config.scheduleGroup,
  queueArn: config.renderQueueArn,
  roleArn: config.schedulerRoleArn,
  deadLetterArn: config.scheduleDeadLetterArn,
})

export const scheduleDeps = {
  ...deps,
  tasks,
  schedules,
  cacheUrl: config.cacheUrl,
  reconcileSchedules: createReconcileSchedules({ tasks, schedules }),
  randomBytes,
}
