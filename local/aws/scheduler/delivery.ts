import { setTimeout as wait } from 'node:timers/promises'
import type { Delivery, SchedulerDatabase } from './database.ts'

/** What a target gets. */
export interface TargetMessage {
  arn: string
  body: string
  /** Of a dead letter: why it is one. */
  attributes?: Record<string, string>
}

/** Throws, with the code of the failure as the error's name, when the target does not take the message. */
export type SendToTarget = (message: TargetMessage) => void | Promise<void>

interface Deps {
  database: SchedulerDatabase
  sendToTarget: SendToTarget
  arnOf(schedule: { groupName: string; name: string }): string
  nowMs: () => number
  reportFault(fault: unknown): void
  /** The first pause between two attempts; it doubles. */
  retryMs: number
}

export interface Deliveries {
  deliver(delivery: Delivery): void
  /** Delivers again what was not confirmed when the process died. */
  resume(): void
  /** Interrupts pauses; what is not confirmed by now is delivered after the next start. */
  close(): Promise<void>
}

const retryMsMax = 60_000

export const createDeliveries = (deps: Deps): Deliveries => {
  const { database, reportFault } = deps
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()

  const deliver = (delivery: Delivery) => {
    const done = deliverUntilTaken(deps, delivery, stopping.signal)
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

const deliverUntilTaken = async (deps: Deps, delivery: Delivery, signal: AbortSignal): Promise<Outcome> => {
  const { Target } = delivery.definition
  const { MaximumRetryAttempts, MaximumEventAgeInSeconds } = Target.RetryPolicy
  const startMs = deps.nowMs()
  for (let attempt = 1; ; attempt++) {
    const body = fillIn(Target.Input ?? '{}', valuesOf(deps, delivery, attempt))
    try {
      await deps.sendToTarget({ arn: Target.Arn, body })
      return 'delivered'
    } catch (error) {
      const isTooOld = deps.nowMs() - startMs > MaximumEventAgeInSeconds * 1000
      if (attempt > MaximumRetryAttempts || isTooOld) {
        await giveUp(deps, delivery, { body, attempt, error: toError(error) })
        return 'given up'
      }
    }
    const isOver = await pause(Math.min(deps.retryMs * 2 ** (attempt - 1), retryMsMax), signal)
    if (isOver) return 'interrupted'
  }
}

/** Resolves to true when it was interrupted. */
const pause = (delayMs: number, signal: AbortSignal) => wait(delayMs, false, { signal }).catch(() => true)

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

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
  error: Error
}

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html */
const giveUp = async (deps: Deps, delivery: Delivery, { body, attempt, error }: Failure) => {
  const { Target } = delivery.definition
  const deadLetterArn = Target.DeadLetterConfig?.Arn
  const scheduleArn = deps.arnOf(delivery)
  if (!deadLetterArn) {
    deps.reportFault(
      new Error(`${scheduleArn}: given up after ${attempt} attempts: ${error.message}`, { cause: error }),
    )
    return
  }
  await deps.sendToTarget({
    arn: deadLetterArn,
    body,
    attributes: {
      ERROR_CODE: error.name,
      ERROR_MESSAGE: error.message,
      EXECUTION_ID: delivery.id,
      RETRY_ATTEMPTS: String(attempt - 1),
      SCHEDULE_ARN: scheduleArn,
      TARGET_ARN: Target.Arn,
    },
  })
}
