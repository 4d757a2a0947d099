import {
  ConflictException,
  type CreateScheduleCommandInput,
  ResourceNotFoundException,
} from '@aws-sdk/client-scheduler'
import { nextCron, parseCron } from '../../local/aws/scheduler/cron.ts'
import type { Engine } from './engine.ts'

interface Schedule extends CreateScheduleCommandInput {
  createdMs: number
}

interface Deps {
  engine: Engine
  /** Returns false if the queue is not available. */
  send(body: string): boolean
  /** Of a thousand runs. */
  repeated: number
  count(kind: string): void
  /** Is told of a run that could not be sent in time. */
  onDropped(body: string): void
}

export type SimulatedScheduler = ReturnType<typeof createSimulatedScheduler>

const retryMs = 60_000

/** EventBridge Scheduler. It fires at least once, some seconds late, and repeats what the queue does not take until it is too old. */
export const createSimulatedScheduler = ({ engine, send, repeated, count, onDropped }: Deps) => {
  const schedules = new Map<string, Schedule>()
  let isStopped = false

  const deliver = ({ Target }: Schedule, dueMs: number) => {
    const time = new Date(dueMs).toISOString().replace('.000Z', 'Z')
    const body = (Target?.Input ?? '').replace('<aws.scheduler.scheduled-time>', time)
    const ageMaxMs = (Target?.RetryPolicy?.MaximumEventAgeInSeconds ?? 0) * 1000
    const attempt = () => {
      if (send(body)) return
      if (engine.nowMs() + retryMs - dueMs > ageMaxMs) return onDropped(body)
      engine.after(retryMs, attempt)
    }
    engine.after(engine.random(5_000), attempt)
    if (!engine.chance(repeated)) return
    count('schedule fires twice')
    engine.after(engine.random(60_000), attempt)
  }

  const plan = (name: string, schedule: Schedule) => {
    const cron = parseCron(schedule.ScheduleExpression ?? '', schedule.ScheduleExpressionTimezone ?? 'UTC')
    const dueMs = nextCron(cron, engine.nowMs())
    if (dueMs === undefined || schedule.State !== 'ENABLED') return
    engine.after(dueMs - engine.nowMs(), () => {
      if (schedules.get(name) !== schedule || isStopped) return
      deliver(schedule, dueMs)
      plan(name, schedule)
    })
  }

  const operations: Record<string, (input: CreateScheduleCommandInput & { NamePrefix?: string }) => object> =
    {
      CreateSchedule(input) {
        const { Name = '' } = input
        if (schedules.has(Name))
          throw new ConflictException({ message: 'exists', $metadata: {}, Message: '' })
        const schedule = { ...input, createdMs: engine.nowMs() }
        schedules.set(Name, schedule)
        plan(Name, schedule)
        return {}
      },
      DeleteSchedule({ Name = '' }) {
        if (!schedules.delete(Name))
          throw new ResourceNotFoundException({ message: 'absent', $metadata: {}, Message: '' })
        return {}
      },
      ListSchedules: ({ NamePrefix = '' }) => ({
        Schedules: [...schedules]
          .filter(([name]) => name.startsWith(NamePrefix))
          .map(([Name, { createdMs }]) => ({ Name, CreationDate: new Date(createdMs) })),
      }),
    }

  return {
    names: () => [...schedules.keys()],
    /** Lets time pass in which no task is due. */
    setStopped(value: boolean) {
      if (isStopped && !value) for (const [name, schedule] of schedules) plan(name, schedule)
      isStopped = value
    },
    execute(name: string, input: object) {
      const operation = operations[name]
      if (!operation) throw new Error(`The simulated Scheduler does not know ${name}.`)
      return operation(input as CreateScheduleCommandInput)
    },
  }
}
