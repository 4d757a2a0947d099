import { type Client, StillframeError } from '../../clients/typescript/src/index.ts'
import { pause } from '../../lib/base/timers.ts'
import { createWebhookMessage } from '../../lib/core/requests/webhook-message.ts'
import type { AnyWebhookPayload } from '../../lib/schema/openapi-webhook.ts'
import { createFollowers, type Ended, type Follower } from './follow-requests.ts'
import { type Pace, paceOf } from './pace.ts'

export interface Listening {
  client: Pick<Client, 'listRequests' | 'getRequest' | 'listBatches' | 'usage'>
  forwardTo: string
  /** Signs the messages. Without it they are not signed. */
  secretKey: string | undefined
  print: (line: string) => void
  signal: AbortSignal
  /** Unless the limit of the account's requests decides. */
  pace?: Pace
  /** The wait after the first failed attempt to forward a message. */
  retryMs?: number
  /** Calls the program. */
  fetch?: typeof fetch
}

interface Message {
  item: Ended
  attempt: number
  dueMs: number
}

/** A program that stops for long is asked once a minute. */
const retryMsMax = 60_000

/** As long as the service waits for the receiver of a webhook. */
const forwardMs = 15_000

/** Messages that are sent at the same time. */
const sentAtOnce = 4

/**
 * Posts the webhook of every request and batch that ends from now on to a program that the service cannot reach. The requests need no `webhook_url`,
 * but must be asynchronous or store their result. A message is repeated until the program accepts it, or refuses it with 410.
 * @returns how many messages were not delivered when the signal was aborted
 */
export const listen = async (listening: Listening): Promise<number> => {
  const { client, print, signal, forwardTo } = listening
  const pace = listening.pace ?? (await paceOf(client, signal))
  const followers = await createFollowers(client, pace, signal)
  print(`Listening. Requests that end are sent to ${forwardTo}.`)
  const messages = new Set<Message>()
  let pollMs = 0
  while (!signal.aborted) {
    if (performance.now() >= pollMs) {
      for (const follow of followers)
        for await (const item of poll(follow, print, signal)) messages.add({ item, attempt: 1, dueMs: 0 })
      pollMs = performance.now() + pace.pollMs
    }
    await deliverDue(messages, listening)
    const nextMs = Math.min(pollMs, ...[...messages].map(({ dueMs }) => dueMs))
    await pause(Math.max(0, nextMs - performance.now()), signal).catch(() => undefined)
  }
  return messages.size
}

/** A service that is away for a while ends nothing: what ended meanwhile is found afterwards. */
async function* poll(follow: Follower, print: Listening['print'], signal: AbortSignal) {
  try {
    yield* follow()
  } catch (error) {
    const { status } = error instanceof StillframeError ? error : { status: 0 }
    if (status >= 300 && status < 500 && status !== 429) throw error
    if (!signal.aborted) print(`The service cannot be asked, and is asked again: ${(error as Error).message}`)
  }
}

const deliverDue = async (messages: Set<Message>, listening: Listening) => {
  const due = [...messages].filter(({ dueMs }) => dueMs <= performance.now())
  while (due.length > 0 && !listening.signal.aborted)
    await Promise.all(due.splice(0, sentAtOnce).map((message) => deliver(message, messages, listening)))
}

const deliver = async (message: Message, messages: Set<Message>, listening: Listening) => {
  const { item, attempt } = message
  const { outcome, isOver } = await forward(message, listening)
  if (isOver) messages.delete(message)
  const waitMs = Math.min(retryMsMax, (listening.retryMs ?? 1_000) * 2 ** (attempt - 1))
  message.attempt += 1
  message.dueMs = performance.now() + waitMs
  const next = isOver ? '' : `, again in ${Math.ceil(waitMs / 1000)} s`
  if (!listening.signal.aborted) listening.print(`${item.id} ${item.status}: ${outcome}${next}`)
}

const forward = async (
  { item, attempt }: Message,
  { forwardTo, secretKey, signal, fetch = globalThis.fetch }: Listening,
): Promise<{ outcome: string; isOver: boolean }> => {
  const { headers, body } = createWebhookMessage({
    payload: toPayload(item),
    attempt,
    timestamp: Math.floor(Date.now() / 1000),
    secretKey,
    externalId: ('external_id' in item && item.external_id) || undefined,
  })
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(forwardMs)])
    const init = {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: inTime,
    } as const
    const response = await fetch(forwardTo, init)
    await response.body?.cancel()
    return { outcome: String(response.status), isOver: response.ok || response.status === 410 }
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError'
    const outcome = isLate
      ? `${forwardTo} did not respond within ${forwardMs / 1000} seconds`
      : `${forwardTo} cannot be reached`
    return { outcome, isOver: false }
  }
}

/** Returns the message that the service would send. */
const toPayload = (item: Ended): AnyWebhookPayload => {
  if ('progress' in item) {
    const { id, created, total, queued, done, failed, codes } = item
    return { id, batch: { total, queued, done, failed, codes }, created }
  }
  const { id, created, error, file, expires, upload, change, task_id: taskId } = item
  if (error) return { id, error, created }
  const payload = {
    id,
    file: file ?? '',
    expires: expires ?? 0,
    created,
    ...(upload && upload.status !== 'pending' && { upload: { url: upload.url, status: upload.status } }),
  }
  return change && taskId !== null
    ? { ...payload, task_id: taskId, change: structuredClone(change) as never }
    : payload
}
