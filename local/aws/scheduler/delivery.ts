import { setTimeout as wait } from 'node:timers/promises'
import type { Delivery, SchedulerDatabase } from './database.ts'

/** A message to a queue. */
interface TargetMessage {
  arn: string
  body: string
}

/** Sends a message to a target. Throws if the target does not accept it. */
export type SendToTarget = (message: TargetMessage) => void

interface Deps {
  database: SchedulerDatabase
  sendToTarget: SendToTarget
  arnOf(schedule: { groupName: string; name: string }): string
  nowMs: () => number
  reportFault(fault: unknown): void
  /** The first pause between two attempts. It doubles after each attempt. */
  retryMs: number
}

export interface Deliveries {
  deliver(delivery: Delivery): void
  /** Repeats the deliveries that were not confirmed when the process ended. */
  resume(): void
  /** Interrupts pauses. Unconfirmed deliveries are repeated after the next start. */
  close(): Promise<void>
}

const retryMsMax = 60_000

export const createDeliveries = (deps: Deps): Deliveries => {
  const { database, reportFault } = deps
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  const deliver = (delivery: Delivery) => {
    const done = deliverUntilAccepted(deps, delivery, stopping.signal)
      .then((outcome) => {
        if (outcome !== 'interrupted') database.deleteDelivery(delivery.id)
      })
      .catch(reportFault)
    underWay.add(done)
    void done.then(() => underWay.delete(done))
  }

  const resume = () => {
    for (const delivery of database.listDeliveries()) deliver(delivery)
  }

  const close = async () => {
    stopping.abort()
    await Promise.all(underWay)
  }

  return { deliver, resume, close }
}

type Outcome = 'delivered' | 'given up' | 'interrupted'

const deliverUntilAccepted = async (
  deps: Deps,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { Target } = delivery.definition
  const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = Target.RetryPolicy
  const startMs = deps.nowMs()
  for (let attempt = 1; ; attempt++) {
    const body = fillIn(Target.Input ?? '{}', valuesOf(deps, delivery, attempt))
    try {
      deps.sendToTarget({ arn: Target.Arn, body })
      return 'delivered'
    } catch (error) {
      const isTooOld = deps.nowMs() - startMs > MaximumEventAgeInSeconds * 1000
      if (attempt > MaximumRetryAttempts || isTooOld) {
        giveUp(deps, delivery, { body, attempt, error })
        return 'given up'
      }
    }
    const isOver = await pause(Math.min(deps.retryMs * 2 ** (attempt - 1), retryMsMax), signal)
    if (isOver) return 'interrupted'
  }
}

/** Resolves to true if it was interrupted. */
const pause = (delayMs: number, signal: AbortSignal) => wait(delayMs, false, { signal }).catch(() => true)

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html */
const valuesOf = (
  { arnOf }: Deps,
  delivery: Delivery,
  attempt: number,
): Record<string, string | undefined> => ({
  'aws.scheduler.schedule-arn': arnOf(delivery),
  'aws.scheduler.scheduled-time': new Date(delivery.scheduledMs).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  'aws.scheduler.execution-id': delivery.id,
  'aws.scheduler.attempt-number': String(attempt),
})

const fillIn = (input: string, values: Record<string, string | undefined>) =>
  input.replace(
    /<(aws\.scheduler\.[a-z-]{1,40})>/g,
    (placeholder, name: string) => values[name] ?? placeholder,
  )

interface Failure {
  body: string
  attempt: number
  error: unknown
}

const giveUp = (deps: Deps, delivery: Delivery, { body, attempt, error }: Failure) => {
  const arn = delivery.definition.Target.DeadLetterConfig?.Arn
  if (arn) return deps.sendToTarget({ arn, body })
  deps.reportFault(new Error(`${deps.arnOf(delivery)}: gave up after ${attempt} attempts.`, { cause: error }))
}
