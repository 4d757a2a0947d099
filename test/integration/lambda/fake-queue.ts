import { setTimeout as wait } from 'node:timers/promises'
import type { QueueMessage, QueuePort } from '../../../local/lambda/events/queue-port.ts'

interface Entry {
  id: string
  body: string
  receives: number
  visibleAtMs: number
}

interface FakeQueueOptions {
  visibilityMs: number
  /** A message that was received so often goes to `dead` instead of being received again. */
  maxReceives?: number
}

/** A queue in memory with visibility timeout and redrive. */
export class FakeQueue implements QueuePort {
  readonly dead: string[] = []
  readonly #options: Required<FakeQueueOptions>
  #entries: Entry[] = []
  #sent = 0
  #nextFailure: Error | undefined

  constructor(options: FakeQueueOptions) {
    this.#options = { maxReceives: Number.POSITIVE_INFINITY, ...options }
  }

  get size(): number {
    return this.#entries.length
  }

  get bodies(): string[] {
    return this.#entries.map(({ body }) => body)
  }

  send(...bodies: string[]): void {
    for (const body of bodies) {
      this.#entries.push({ id: `message-${++this.#sent}`, body, receives: 0, visibleAtMs: 0 })
    }
  }

  failNextReceive(error: Error): void {
    this.#nextFailure = error
  }

  async receive({ maxMessages, waitSeconds, signal }: Parameters<QueuePort['receive']>[0]) {
    const failure = this.#nextFailure
    this.#nextFailure = undefined
    if (failure) throw failure
    const endMs = Date.now() + waitSeconds * 1000
    for (;;) {
      const messages = this.#take(Math.min(10, maxMessages))
      if (messages.length > 0 || Date.now() >= endMs) return messages
      await wait(5, undefined, { signal })
    }
  }

  async deleteBatch(receiptHandles: readonly string[]): Promise<void> {
    if (receiptHandles.length > 10) throw new Error('TooManyEntriesInBatchRequest')
    this.#entries = this.#entries.filter(({ id }) => !receiptHandles.includes(id))
  }

  async hide(receiptHandle: string, seconds: number): Promise<void> {
    for (const entry of this.#entries)
      if (entry.id === receiptHandle) entry.visibleAtMs = Date.now() + seconds * 1000
  }

  #take(count: number): QueueMessage[] {
    const now = Date.now()
    const visible = this.#entries.filter(({ visibleAtMs }) => visibleAtMs <= now)
    const exhausted = visible.filter(({ receives }) => receives >= this.#options.maxReceives)
    this.dead.push(...exhausted.map(({ body }) => body))
    this.#entries = this.#entries.filter((entry) => !exhausted.includes(entry))
    return visible
      .filter((entry) => !exhausted.includes(entry))
      .slice(0, count)
      .map((entry) => this.#receive(entry, now))
  }

  #receive(entry: Entry, now: number): QueueMessage {
    entry.receives++
    entry.visibleAtMs = now + this.#options.visibilityMs
    const times = { SentTimestamp: String(now), ApproximateFirstReceiveTimestamp: String(now) }
    return {
      messageId: entry.id,
      receiptHandle: entry.id,
      body: entry.body,
      attributes: { ApproximateReceiveCount: String(entry.receives), SenderId: 'local', ...times },
      messageAttributes: {},
      md5OfBody: '',
    }
  }
}
