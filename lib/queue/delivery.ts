import type { MetricPoint } from '../core/telemetry/metrics.ts'

/** One message as the queue delivered it. */
export interface Delivery {
  /** How often the queue has delivered it, this time included. */
  receiveCount: number
  /** Time that the function has left for it. */
  remainingMs(): number
  /** Hides the message from now on for so long, because work on it takes that long. */
  hold(seconds: number): Promise<void>
}

/** What became of a message. */
export interface MessageResult {
  /** One word for the log line. */
  outcome: string
  /** The message stays in the queue and is delivered again after so long; absent: it is done with and goes. */
  retrySeconds?: number | undefined
  /** Further fields of the log line: an allow-list, nothing of the request's content. */
  fields?: Readonly<Record<string, unknown>> | undefined
  /** What went wrong on our side. */
  cause?: unknown
  /** Beside those that every message has; `totalMs` is the time that it took. */
  metrics?: ((totalMs: number) => readonly MetricPoint[]) | undefined
}
