import { createHash } from 'node:crypto'
import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  paginateListSchedules,
  ResourceNotFoundException,
  type SchedulerClient,
} from '@aws-sdk/client-scheduler'
import type { TaskSchedule } from '../core/tasks/task-schedules.ts'

/** A schedule that is there. */
export interface ListedSchedule {
  name: string
  /** Of the name; undefined for a schedule that somebody else put into the group. */
  taskId: number | undefined
  /** Unix ms. */
  createdMs: number
}

export interface ScheduleStore {
  /**
   * The name of a schedule is that of its task and a hash of all that it does. One that does something else has another name, so
   * schedules are never changed, and names alone tell which are right.
   */
  nameOf(schedule: TaskSchedule): string
  /** Creates it if it is not there. */
  put(schedule: TaskSchedule): Promise<void>
  /** Does nothing where it is gone. */
  delete(name: string): Promise<void>
  /** The schedules of one task, or of all. */
  list(taskId?: number): AsyncIterable<ListedSchedule>
}

export interface ScheduleStoreDeps {
  scheduler: SchedulerClient
  group: string
  /** Where runs go. */
  queueArn: string
  roleArn: string
  /** Where they go that the queue does not take. */
  deadLetterArn: string
}

/** A run that could not be put into the queue for so long is not wanted any more: the next one is near. */
const eventAgeSecondsMax = 300

export const createScheduleStore = (deps: ScheduleStoreDeps): ScheduleStore => {
  const { scheduler, group } = deps
  const nameOf = (schedule: TaskSchedule) => toName(schedule.taskId, toDefinition(deps, schedule))
  return {
    nameOf,

    async put(schedule) {
      const command = new CreateScheduleCommand({
        Name: nameOf(schedule),
        GroupName: group,
        ...toDefinition(deps, schedule),
      })
      await unless(ConflictException, scheduler.send(command))
    },

    async delete(Name) {
      await unless(
        ResourceNotFoundException,
        scheduler.send(new DeleteScheduleCommand({ Name, GroupName: group })),
      )
    },

    async *list(taskId) {
      const pages = paginateListSchedules(
        { client: scheduler, pageSize: 100 },
        { GroupName: group, ...(taskId !== undefined && { NamePrefix: prefixOf(taskId) }) },
      )
      for await (const { Schedules = [] } of pages) {
        for (const { Name = '', CreationDate } of Schedules)
          yield { name: Name, taskId: readTaskId(Name), createdMs: CreationDate?.getTime() ?? 0 }
      }
    },
  }
}

type Definition = Omit<CreateScheduleCommandInput, 'Name' | 'GroupName'>

const toDefinition = (
  { queueArn, roleArn, deadLetterArn }: ScheduleStoreDeps,
  { taskId, accountId, expression, timezone, enabled }: TaskSchedule,
): Definition => ({
  ScheduleExpression: expression,
  ScheduleExpressionTimezone: timezone,
  State: enabled ? 'ENABLED' : 'DISABLED',
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: {
    Arn: queueArn,
    RoleArn: roleArn,
    // The scheduler puts the minute in. Everything else is in the task's item when the run begins.
    Input: JSON.stringify({
      kind: 'task',
      accountId,
      taskId,
      scheduledTime: '<aws.scheduler.scheduled-time>',
    }),
    RetryPolicy: { MaximumEventAgeInSeconds: eventAgeSecondsMax, MaximumRetryAttempts: 185 },
    ...(deadLetterArn !== '' && { DeadLetterConfig: { Arn: deadLetterArn } }),
  },
})

const prefixOf = (taskId: number) => `task-${taskId}-`

const toName = (taskId: number, definition: Definition) =>
  prefixOf(taskId) + createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 16)

const readTaskId = (name: string): number | undefined => {
  const digits = /^task-([1-9]\d{0,15})-[0-9a-f]{16}$/.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The one failure means that what is wanted is so already. */
const unless = async (Expected: new (...args: never[]) => Error, call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof Expected)) throw error
  }
}
