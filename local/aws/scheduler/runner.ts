import { randomUUID } from 'node:crypto'
import { nextCron, parseCron } from './cron.ts'
import type { Delivery, Schedule, SchedulerDatabase } from './database.ts'
import type { Definition } from './definition.ts'

export interface Runner {
  /** Plans a schedule from now on and stores it. */
  plan(schedule: Omit<Schedule, 'nextMs'>): void
  /** Fires what is due and returns how many that were. Also runs by itself at the right time. */
  runDue(): number
  start(): void
  stop(): void
}

interface Deps {
  database: SchedulerDatabase
  nowMs: () => number
  /** Delivers what has been stored as a delivery. */
  deliver(delivery: Delivery): void
  reportFault(fault: unknown): void
}

/**
 * A schedule that is later than this was missed, because the service was down or the machine asleep. It waits for its
 * next time.
 */
const lateMsMax = 60_000
/** Timers do not run while a machine sleeps; looking at the clock now and then finds out. */
const timerMsMax = 30_000

/** Fires schedules with one timer for the earliest of them. */
export const createRunner = ({ database, nowMs, deliver, reportFault }: Deps): Runner => {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

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
      // Not immediately: what failed is still due.
      timer = setTimeout(tick, timerMsMax)
    }
  }

  const runDue = () => {
    let fired = 0
    for (let due = database.listDue(nowMs()); due.length > 0; due = database.listDue(nowMs())) {
      for (const schedule of due) {
        const delivery = advance(database, schedule, nowMs())
        if (!delivery) continue
        fired++
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
    setTimer()
  }

  const stop = () => {
    isRunning = false
    clearTimeout(timer)
  }

  return { plan, runDue, start, stop }
}

/**
 * Moves a due schedule on to its next time. The step and the record of its delivery are one transaction, so that a
 * crash before the target has confirmed repeats the delivery at the next start: at least once, as in AWS.
 */
const advance = (database: SchedulerDatabase, schedule: Schedule, nowMs: number): Delivery | undefined => {
  const { groupName, name, definition } = schedule
  const scheduledMs = schedule.nextMs as number
  const isMissed = nowMs - scheduledMs > lateMsMax
  const nextMs = nextTimeOf(definition, isMissed ? nowMs : scheduledMs)
  const delivery = { id: randomUUID(), groupName, name, definition, scheduledMs }
  database.transaction(() => {
    database.saveSchedule({ ...schedule, nextMs })
    if (!isMissed) database.insertDelivery(delivery)
  })
  return isMissed ? undefined : delivery
}

/** Returns the next time that a schedule is due after `afterMs`, or null. */
const nextTimeOf = (definition: Definition, afterMs: number): number | null => {
  if (definition.State === 'DISABLED') return null
  const { ScheduleExpression, ScheduleExpressionTimezone } = definition
  return nextCron(parseCron(ScheduleExpression, ScheduleExpressionTimezone), afterMs) ?? null
}
