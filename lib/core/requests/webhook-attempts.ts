import type { WebhookAttempt, WebhookState } from './request-record.ts'

/** Of a webhook that is repeated by hand again and again, the latest; a record has a bounded size. */
const attemptsKept = 50

/** The attempts with one more. */
export const addAttempt = (webhook: WebhookState, attempt: WebhookAttempt) => ({
  attempts: [...webhook.attempts, attempt].slice(-attemptsKept),
  attemptCount: (webhook.attemptCount ?? 0) + 1,
  seriesCount: (webhook.seriesCount ?? 0) + 1,
})
