import { createHash } from 'node:crypto'
import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  paginateListSchedules,
  ResourceNotFoundException,
  type SchedulerClient,
  ValidationException,
} from '@aws-sdk/client-scheduler'
import { InvalidParameterError } from '../base/errors.ts'
import { renderMessages } from '../core/requests/queue-messages.ts'
import type { TaskSchedule } from '../core/tasks/task-schedules.ts'

/** An existing schedule. */
export interface ListedSchedule {
  name: string
  /** Parsed from the name; undefined for a schedule that this service did not create. */
  taskId: number | undefined
  /** Unix ms. */
  createdMs: number
}

export interface ScheduleStore {
  /**
   * The name of a schedule consists of its task and a hash of its content. A schedule with other content has another name, so schedules
   * are never changed, and names alone show which are current. See docs/decisions/0008-schedules-named-by-content.md.
   */
  nameOf(schedule: TaskSchedule): string
  /**
   * Creates the schedule if it does not exist.
   * @throws InvalidParameterError if EventBridge Scheduler does not know the time zone: its database can be older than ours
   */
  put(schedule: TaskSchedule): Promise<void>
  /** Deletes the schedule. Does nothing if it does not exist. */
  delete(name: string): Promise<void>
  /** Returns the schedules of one task, or of all tasks. */
  list(taskId?: number): AsyncIterable<ListedSchedule>
}

interface ScheduleStoreDeps {
  scheduler: SchedulerClient
  group: string
  /** Where runs go. */
  queueArn: string
  roleArn: string
  /** The destination of runs that the queue does not accept. */
  deadLetterArn: string
}

/**
 * A run that could not be queued for this long is discarded. With the retention of the queue, this is less than the minutes that a task
 * remembers (`countMinute`).
 */
const eventAgeSecondsMax = 45 * 60

export const createScheduleStore = (deps: ScheduleStoreDeps): ScheduleStore => {
  const { scheduler, group } = deps
  const nameOf = (schedule: TaskSchedule) => toName(schedule.taskId, toScheduleInput(deps, schedule))
  return {
    nameOf,

    async put(schedule) {
      const input = toScheduleInput(deps, schedule)
      const command = new CreateScheduleCommand({
        Name: toName(schedule.taskId, input),
        GroupName: group,
        ...input,
      })
      await unless(ConflictException, scheduler.send(command)).catch((error: unknown) => {
        throw isUnknownZone(error) ? unknownZone(schedule.timezone, error) : error
      })
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

/** All other members of a schedule are our own. A refusal of one of them is a failure of the service. */
const isUnknownZone = (error: unknown) =>
  error instanceof ValidationException && /time ?zone/i.test(error.message)

const unknownZone = (timezone: string, cause: unknown) =>
  new InvalidParameterError(
    `The scheduler does not know the \`timezone\` ${timezone}. Use the zone of a large city with the same time.`,
    { cause },
  )

type ScheduleInput = Omit<CreateScheduleCommandInput, 'Name' | 'GroupName'>

const toScheduleInput = (
  { queueArn, roleArn, deadLetterArn }: ScheduleStoreDeps,
  { taskId, accountId, expression, timezone, enabled }: TaskSchedule,
): ScheduleInput => ({
  ScheduleExpression: expression,
  ScheduleExpressionTimezone: timezone,
  State: enabled ? 'ENABLED' : 'DISABLED',
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: {
    Arn: queueArn,
    RoleArn: roleArn,
    // The scheduler inserts the minute. Everything else is read from the task's item when the run begins.
    Input: renderMessages.encode({
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

const toName = (taskId: number, input: ScheduleInput) =>
  prefixOf(taskId) + createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16)

const readTaskId = (name: string): number | undefined => {
  const digits = /^task-([1-9]\d{0,15})-[0-9a-f]{16}$/.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Ignores the one error that means the desired state already exists. */
const unless = async (Expected: new (...args: never[]) => Error, call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (!(error instanceof Expected)) throw error
  }
}
