/** One receipt of a message from its queue. */
export interface Receipt {
  /** How often the queue has delivered it, including this time. */
  receiveCount: number
  /** The id of the invocation. */
  invocationId: string
  /** Remaining time of the function for this message. */
  remainingMs(): number
  /** Hides the message for this long, counted from now, because processing takes that long. */
  extendVisibility(seconds: number): Promise<void>
  /** Puts the trace of the message's record into the log line, even if the work then throws. */
  follow(record: { traceparent?: string }): void
}

/** The outcome of a message. */
export interface MessageResult {
  /** One word for the log line. */
  outcome: string
  /** The message stays in the queue and is delivered again after this delay. Absent: the message is deleted. */
  retrySeconds?: number | undefined
  /** Further fields of the log line. This is an allow-list that contains no content of the request. */
  fields?: Readonly<Record<string, unknown>> | undefined
  /** The internal error, if any. */
  cause?: unknown
}
