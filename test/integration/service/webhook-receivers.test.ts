import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWebhookService, testReceiver } from '../../support/service/webhook-service.ts'
import {
  acknowledging,
  type Behaviour,
  breakingOff,
  closingEarly,
  dripping,
  firstThen,
  redirectingToItself,
  responding,
  respondingBytes,
  silent,
} from '../../support/sites/webhook-receiver.ts'

let desk: Awaited<ReturnType<typeof startWebhookService>>

beforeAll(async () => {
  desk = await startWebhookService()
})

afterAll(() => desk[Symbol.asyncDispose]())

const broken = 'The connection was interrupted before the response.'

interface Case {
  behaviour: Behaviour
  status: 'delivered' | 'failed'
  /** HTTP status of each attempt, or its error where there was none. */
  attempts: (number | string)[]
}

const cases: Record<string, Case> = {
  'acknowledges immediately': { behaviour: acknowledging, status: 'delivered', attempts: [200] },
  'returns 500, then 200': {
    behaviour: firstThen(1, responding(500), acknowledging),
    status: 'delivered',
    attempts: [500, 200],
  },
  'is too slow once': {
    behaviour: firstThen(1, silent, acknowledging),
    status: 'delivered',
    attempts: ['The receiver did not respond within 15 seconds.', 200],
  },
  'always returns 500': { behaviour: responding(500), status: 'failed', attempts: [500, 500, 500] },
  'redirects to itself': {
    behaviour: redirectingToItself,
    status: 'failed',
    attempts: [307, 307, 307],
  },
  'closes early': { behaviour: closingEarly, status: 'failed', attempts: [broken, broken, broken] },
  'acknowledges and breaks off': { behaviour: breakingOff, status: 'delivered', attempts: [200] },
  'acknowledges with 10 MB': { behaviour: respondingBytes(10_000_000), status: 'delivered', attempts: [200] },
  'acknowledges and sends without end': { behaviour: dripping, status: 'delivered', attempts: [200] },
  'is gone': { behaviour: responding(410), status: 'failed', attempts: [410] },
}

test('concurrent receivers of every kind have the expected outcome', { timeout: 60_000 }, async () => {
  const outcomes = await Promise.all(
    Object.entries(cases).map(async ([name, { behaviour, status, attempts }]) => {
      const receiver = await testReceiver(behaviour)
      const { id } = await desk.scrape({ webhook_url: receiver.url })
      const { webhook } = await desk.ended(id, status, 50_000)
      expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
      expect(receiver.deliveries).toHaveLength(attempts.length)
      return [name, webhook?.attempts.map((attempt) => attempt.status ?? attempt.error)]
    }),
  )
  expect(Object.fromEntries(outcomes)).toEqual(
    Object.fromEntries(Object.entries(cases).map(([name, { attempts }]) => [name, attempts])),
  )
})

test('a receiver that is down receives the webhook when it is back', async () => {
  const receiver = await testReceiver()
  await receiver.stop()
  const { id } = await desk.scrape({ webhook_url: receiver.url })
  const { webhook: before } = await desk.ended(id, 'failed')
  expect(before?.attempts.map(({ error }) => error)).toEqual(Array(3).fill('The connection was refused.'))
  await receiver.start()
  expect((await desk.call(`/v1/requests/${id}/webhook`, undefined, { method: 'POST' })).status).toBe(202)
  await desk.ended(id, 'delivered')
  expect(receiver.deliveries).toHaveLength(1)
})

test('a receiver with a self-signed certificate receives nothing', async () => {
  const receiver = await testReceiver(acknowledging, { tls: true })
  const { id } = await desk.scrape({ webhook_url: receiver.url })
  const { webhook } = await desk.ended(id, 'failed')
  expect(webhook?.attempts[0]?.error).toBe('The TLS certificate is not valid or the TLS handshake failed.')
  expect(receiver.deliveries).toEqual([])
})

test('a URL that is not allowed returns 400, and nothing is rendered', async () => {
  const query = new URLSearchParams({
    url: `${desk.site.url}/never`,
    js_enabled: 'false',
    webhook_url: 'https://10.0.0.1/hook',
  })
  const response = await desk.call(`/v1/scrape?${query}`)
  expect(response.status).toBe(400)
  expect((await response.json()).message).toBe('`webhook_url` is not allowed. It must be a public URL.')
  expect(desk.site.requests.map(({ path }) => path)).not.toContain('/never')
})
