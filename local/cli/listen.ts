import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, RequestView } from '../../clients/typescript/src/index.ts'
import { createWebhookMessage } from '../../lib/core/requests/webhook-message.ts'

interface Listening {
  client: Pick<Client, 'listRequests'>
  forwardTo: string
  /** Signs the messages. Without it they are not signed. */
  secretKey: string | undefined
  print: (line: string) => void
  signal: AbortSignal
  pollMs?: number
}

/**
 * Posts the webhook of every request that ends from now on to a program that the service cannot reach. The requests need no `webhook_url`,
 * but must be asynchronous or store their result.
 */
export const listen = async ({
  client,
  print,
  signal,
  pollMs = 2_000,
  ...target
}: Listening): Promise<void> => {
  const from = Math.floor(Date.now() / 1000)
  const sent = new Set<string>()
  while (!signal.aborted) {
    const { requests } = await client.listRequests({ stored: true, from, limit: 100 }, { signal })
    for (const request of requests.toReversed()) {
      if (request.status === 'queued' || sent.has(request.id)) continue
      sent.add(request.id)
      print(`${request.id} ${request.status}: ${await forward(request, target)}`)
    }
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

const forward = async (
  { id, file, expires, created, error, external_id: externalId }: RequestView,
  { forwardTo, secretKey }: Pick<Listening, 'forwardTo' | 'secretKey'>,
): Promise<string> => {
  const payload = error ? { id, error, created } : { id, file: file ?? '', expires: expires ?? 0, created }
  const timestamp = Math.floor(Date.now() / 1000)
  const { headers, body } = createWebhookMessage({
    payload,
    attempt: 1,
    timestamp,
    secretKey,
    externalId: externalId ?? undefined,
  })
  try {
    const response = await fetch(forwardTo, { method: 'POST', headers, body: new Uint8Array(body) })
    await response.body?.cancel()
    return String(response.status)
  } catch {
    return `${forwardTo} cannot be reached`
  }
}
