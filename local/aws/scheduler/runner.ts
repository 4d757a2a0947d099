import { randomUUID } from 'node:crypto'
import { nextCron, parseCron } from './cron.ts'
import type { Delivery, Schedule, SchedulerDatabase } from './database.ts'
import type { Definition } from './definition.ts'

export interface Runner {
  /** Stores a schedule with its next time from now on. */
  plan(schedule: Omit<Schedule, 'nextMs'>): void
  /** Fires the due schedules and returns their names. A timer also calls it in time. */
  runDue(): string[]
  start(): void
  stop(): void
}

interface Deps {
  database: SchedulerDatabase
  nowMs: () => number
  /** Starts a stored delivery. */
  deliver(delivery: Delivery): void
  reportFault(fault: unknown): void
}

/**
 * A schedule that is later than this was missed, because the service was stopped or the machine suspended. It fires at its next time.
 */
const lateMsMax = 60_000
/** Timers do not run while a machine is suspended, so the clock is read at least this often. */
const timerMsMax = 30_000

/** The clock is also adjusted in small steps, which change no schedule. */
const clockStepMsMin = 1_000

/** Fires schedules with one timer, which is set for the earliest. */
export const createRunner = ({ database, nowMs, deliver, reportFault }: Deps): Runner => {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let latestMs = 0

  /** A clock that was set back would leave schedules waiting until it has caught up. They fire at their next time by the new clock. */
  const followClock = () => {
    const readMs = nowMs()
    if (readMs < latestMs - clockStepMsMin) planAhead(database, readMs)
    latestMs = readMs
  }

  const setTimer = () => {
    clearTimeout(timer)
    if (!isRunning) return
    const nextMs = database.firstNextMs()
    if (nextMs !== undefined) timer = setTimeout(tick, Math.min(Math.max(nextMs - nowMs(), 0), timerMsMax))
  }

  const tick = () => {
    try {
      runDue()
    } catch (fault) {
      reportFault(fault)
      // Retries later, because the failed schedule is still due.
      timer = setTimeout(tick, timerMsMax)
    }
  }

  const runDue = () => {
    followClock()
    const fired: string[] = []
    for (let due = database.listDue(nowMs()); due.length > 0; due = database.listDue(nowMs())) {
      for (const schedule of due) {
        const delivery = advance(database, schedule, nowMs())
        if (!delivery) continue
        fired.push(schedule.name)
        deliver(delivery)
      }
    }
    setTimer()
    return fired
  }

  const plan: Runner['plan'] = (schedule) => {
    database.saveSchedule({ ...schedule, nextMs: nextTimeOf(schedule.definition, nowMs() - 1) })
    setTimer()
  }

  const start = () => {
    isRunning = true
    // The clock may have been set back while the service was stopped.
    planAhead(database, nowMs())
    latestMs = nowMs()
    setTimer()
  }

  const stop = () => {
    isRunning = false
    clearTimeout(timer)
  }

  return { plan, runDue, start, stop }
}

/**
 * Sets a due schedule to its next time and stores its delivery in the same transaction. A crash before the target has confirmed
 * therefore repeats the delivery at the next start: at least once, as on AWS.
 */
const advance = (database: SchedulerDatabase, schedule: Schedule, nowMs: number): Delivery | undefined => {
  const { groupName, name, definition } = schedule
  const scheduledMs = schedule.nextMs as number
  const isMissed = nowMs - scheduledMs > lateMsMax
  // The next time may have passed as well, but not long ago.
  const nextMs = nextTimeOf(definition, isMissed ? nowMs - lateMsMax - 1 : scheduledMs)
  const delivery = { id: randomUUID(), groupName, name, definition, scheduledMs }
  database.transaction(() => {
    database.saveSchedule({ ...schedule, nextMs })
    if (!isMissed) database.insertDelivery(delivery)
  })
  return isMissed ? undefined : delivery
}

/** Moves schedules forward to the next time from now on. */
const planAhead = (database: SchedulerDatabase, nowMs: number) => {
  database.transaction(() => {
    for (const schedule of database.listAhead(nowMs)) {
      const nextMs = nextTimeOf(schedule.definition, nowMs - 1)
      if (nextMs !== schedule.nextMs) database.saveSchedule({ ...schedule, nextMs })
    }
  })
}

/** Returns the next time that a schedule is due after `afterMs`, or null. */
const nextTimeOf = (definition: Definition, afterMs: number): number | null => {
  if (definition.State === 'DISABLED') return null
  const { ScheduleExpression, ScheduleExpressionTimezone } = definition
  return nextCron(parseCron(ScheduleExpression, ScheduleExpressionTimezone), afterMs) ?? null
}
