import type { MessageRow } from './message-queries.ts'
import type { ReceiveRequest } from './wire.ts'

export interface LongPolls {
  /** Returns whether earlier polls wait for messages of the queue. */
  hasWaiting(queue: string): boolean
  /**
   * Resolves with the first messages, or with none when the time is over. A caller that has disconnected receives messages too, as from
   * SQS (aws-sdk-js #2350, aws-sdk-java-v2 #1395).
   */
  wait(queue: string, request: ReceiveRequest, waitMs: number): Promise<MessageRow[]>
  /** Must be called when messages of the queue may have become visible. */
  wake(queue: string): void
  /** Ends all polls. Later ones do not wait. */
  close(): void
}

interface Poll {
  request: ReceiveRequest
  settle(messages: MessageRow[]): void
}

interface Deps {
  take(queue: string, request: ReceiveRequest): MessageRow[]
  nextVisibleMs(queue: string, nowMs: number): number | undefined
  nowMs(): number
}

/** A longer wait would overflow the timer. Waking without a message is harmless. */
const timerMsMax = 60 * 60_000

/** Serves the oldest poll first. A timer is set for the next message that becomes visible. */
export const createLongPolls = ({ take, nextVisibleMs, nowMs }: Deps): LongPolls => {
  const lines = new Map<string, Poll[]>()
  const timers = new Map<string, NodeJS.Timeout>()
  let isClosed = false

  const wake = (queue: string) => {
    // Read before the messages are taken, because a message that becomes visible meanwhile must not be missed.
    const sinceMs = nowMs()
    for (const poll of lines.get(queue) ?? []) {
      const messages = take(queue, poll.request)
      if (messages.length === 0) break
      poll.settle(messages)
    }
    setTimer(queue, sinceMs)
  }

  const setTimer = (queue: string, sinceMs: number) => {
    clearTimeout(timers.get(queue))
    timers.delete(queue)
    const visibleMs = lines.has(queue) ? nextVisibleMs(queue, sinceMs) : undefined
    if (visibleMs === undefined) return
    const delayMs = Math.min(Math.max(visibleMs - nowMs(), 1), timerMsMax)
    timers.set(queue, setTimeout(wake, delayMs, queue))
  }

  const leave = (queue: string, poll: Poll) => {
    const left = (lines.get(queue) ?? []).filter((other) => other !== poll)
    if (left.length > 0) lines.set(queue, left)
    else lines.delete(queue)
  }

  const wait: LongPolls['wait'] = (queue, request, waitMs) =>
    new Promise((resolve) => {
      const settle = (messages: MessageRow[]) => {
        clearTimeout(deadline)
        leave(queue, poll)
        resolve(messages)
      }
      const poll = { request, settle }
      const deadline = setTimeout(settle, isClosed ? 0 : waitMs, [])
      lines.set(queue, [...(lines.get(queue) ?? []), poll])
      wake(queue)
    })

  const dismiss = (queue: string) => {
    for (const poll of lines.get(queue) ?? []) poll.settle([])
    setTimer(queue, nowMs())
  }

  const close = () => {
    isClosed = true
    for (const queue of new Set([...lines.keys(), ...timers.keys()])) dismiss(queue)
  }

  return { hasWaiting: (queue) => lines.has(queue), wait, wake, close }
}
