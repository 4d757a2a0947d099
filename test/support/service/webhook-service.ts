import { afterAll, expect, onTestFinished, vi } from 'vitest'
import { RequestView } from '../../../lib/schema/requests.ts'
import { page, startFixtureServer } from '../sites/fixture-server.ts'
import { type Behaviour, startWebhookReceiver } from '../sites/webhook-receiver.ts'
import { joinService } from './shared-service.ts'

/** A receiver that ends with the test. */
export const testReceiver = async (behaviour?: Behaviour, settings?: { tls: boolean }) => {
  const receiver = await startWebhookReceiver(behaviour, settings)
  onTestFinished(() => receiver.close())
  return receiver
}

/** The service of the integration tests, which waits shortly between attempts, with an account. */
export const joinWebhookService = async () => {
  const site = await startFixtureServer({ '/': page('<title>site</title><p>hello') })
  afterAll(() => site.close())
  const service = await joinService()
  const account = await service.createAccount('growth')

  const call = (path: string, accessKey = account.accessKey, init: RequestInit = {}) =>
    fetch(service.baseUrl + path, { ...init, headers: { 'x-access-key': accessKey, ...init.headers } })
  const scrape = async (options: Record<string, string>, accessKey = account.accessKey) => {
    const query = new URLSearchParams({ url: site.url, js_enabled: 'false', ...options })
    const response = await call(`/v1/scrape?${query}`, accessKey)
    expect(response.status).toBe(200)
    return { id: response.headers.get('x-service-request-id') ?? '', body: await response.text() }
  }
  const readResponse = async (response: Response) => RequestView.parse(await response.json())
  const read = async (id: string) => readResponse(await call(`/v1/requests/${id}`))
  const ended = (id: string, status: string, timeout = 20_000) =>
    vi.waitFor(
      async () => {
        const view = await read(id)
        expect(view.webhook?.status).toBe(status)
        return view
      },
      { timeout, interval: 200 },
    )

  // A cold start must not take the time that a receiver has.
  await call('/v1/requests/0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3')
  return {
    service,
    site,
    account,
    call,
    scrape,
    read,
    readResponse,
    /** Waits until the webhook has come to this end. */
    ended,
  }
}
