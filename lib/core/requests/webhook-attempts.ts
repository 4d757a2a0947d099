import type { WebhookAttempt, WebhookState } from './request-record.ts'

/** The number of attempts that a record keeps. A webhook can be redelivered indefinitely, but a record has a bounded size. */
const attemptsKept = 50

/** Returns the attempts with a new one appended. */
export const addAttempt = (webhook: WebhookState, attempt: WebhookAttempt) => ({
  attempts: [...webhook.attempts, attempt].slice(-attemptsKept),
  attemptCount: (webhook.attemptCount ?? 0) + 1,
  seriesCount: (webhook.seriesCount ?? 0) + 1,
})
