import { afterAll, expect, test, vi } from 'vitest'
import { WebhookChangePayload } from '../../../lib/schema/openapi-webhook.ts'
import { RequestList } from '../../../lib/schema/requests.ts'
import { Task } from '../../../lib/schema/tasks.ts'
import { decodeImage } from '../../support/render/image.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { createTaskClient } from '../../support/service/task-client.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

/** On a busy machine, the runs wait for runs of other tests. */
const timeout = { timeout: 100_000, interval: 100 }
const testMs = 300_000

/** The page's own state: an ad that is different in every visit, and a price. */
const shop = { visits: 0, price: 10 }

const site = await startFixtureServer({
  '/': (request, response, url) => {
    shop.visits += 1
    const size = 20 + (shop.visits % 5) * 30
    page(`<!doctype html><body style="margin:0;font:20px sans-serif"><h1>Shop</h1>
        <p style="position:absolute;top:100px;left:20px;margin:0;font-size:60px">${shop.price}</p>
        <div id="ad" style="position:absolute;top:200px;left:${size}px;width:${size}px;height:${size}px;background:hsl(${shop.visits * 100} 100% 50%)">Ad ${shop.visits}</div>`)(
      request,
      response,
      url,
    )
  },
})
const service = await joinService()
const receiver = await startWebhookReceiver()
const owner = await service.createAccount('scale')
const client = createTaskClient(service.baseUrl, owner.accessKey)

afterAll(async () => {
  await receiver.stop()
  await site.close()
})

const runsOf = async (id: number) =>
  RequestList.parse(await (await client.call('GET', `/v1/tasks/${id}/runs`)).json()).requests

const baselineOf = async (id: number) =>
  Task.parse(await (await client.call('GET', `/v1/tasks/${id}`)).json()).baseline?.id

/** Lets a minute pass, and returns the newest runs of the tasks when they are done and have become the baseline. */
const run = async (...ids: number[]) => {
  const before = await Promise.all(ids.map(runsOf))
  await service.passMinute()
  return Promise.all(
    ids.map((id, index) =>
      vi.waitFor(async () => {
        const [latest, ...rest] = await runsOf(id)
        expect(rest.length).toBeGreaterThanOrEqual(before[index]?.length ?? 0)
        if (latest?.status !== 'done') throw new Error(JSON.stringify(latest?.error ?? latest?.status))
        // The baseline follows the record, so the next run must not begin between the two.
        expect(await baselineOf(id)).toBe(latest.id)
        return latest
      }, timeout),
    ),
  )
}

test('a changed page is found in image and text, announced once with all files, and its ad does not count', {
  timeout: testMs,
}, async () => {
  using _clock = await service.borrowClock()
  const base = { frequency: 'every_minute', keep_runs: 100 }
  const visual = await client.created({
    ...base,
    query: new URLSearchParams({
      url: site.url,
      format: 'png',
      viewport_width: '400',
      viewport_height: '400',
      block_annoyance: 'none',
      webhook_url: receiver.url,
    }).toString(),
    watch: { mode: 'visual', ignore_selectors: ['#ad'] },
  })
  const text = await client.created({
    ...base,
    api: 'scrape',
    query: new URLSearchParams({ url: site.url, format: 'md', js_enabled: 'false' }).toString(),
    watch: { mode: 'text' },
  })
  expect(visual.watch).toEqual({
    mode: 'visual',
    threshold: 0,
    ignore_selectors: ['#ad'],
    notify: 'change',
  })

  const first = await run(visual.id, text.id)
  expect(first.map(({ change }) => change)).toMatchObject([{ before: null }, { before: null }])
  shop.price = 27
  const [changed, changedText] = await run(visual.id, text.id)
  expect(changed?.change).toMatchObject({ changed: true, before: { id: first[0]?.id } })
  expect(changedText?.change).toMatchObject({ changed: true, ratio: expect.any(Number), regions: [] })
  const [region, ...others] = changed?.change?.regions ?? []
  expect(others).toEqual([])
  expect(region?.y).toBeGreaterThanOrEqual(100)
  expect((region?.y ?? 0) + (region?.height ?? 0)).toBeLessThan(190)
  const bytesOf = async (file = '') => Buffer.from(await (await fetch(file)).arrayBuffer())
  const image = await decodeImage(await bytesOf(changed?.change?.difference?.file))
  expect([image.width, image.height]).toEqual([400, 400])
  const shown = String(await bytesOf(changed?.change?.text_difference?.file))
  expect(shown).toContain('-10\n')
  expect(shown).toContain('+27\n')
  expect(shown).not.toContain('Ad ')
  expect(changedText?.change?.text_difference).toBeNull()
  expect(String(await bytesOf(changedText?.change?.difference?.file))).toContain('-10\n+27\n')

  await vi.waitFor(() => expect(receiver.acknowledged.length).toBe(1), timeout)
  const payload = WebhookChangePayload.parse(JSON.parse(String(receiver.acknowledged[0]?.body)))
  expect(payload).toEqual({
    id: changed?.id,
    file: changed?.file,
    expires: changed?.expires,
    created: changed?.created,
    task_id: visual.id,
    change: changed?.change,
  })

  const response = await client.call('POST', `/v1/tasks/${visual.id}/baseline`, { run: changed?.id })
  expect(Task.parse(await response.json()).baseline?.id).toBe(changed?.id)
  for (const { id } of [visual, text])
    expect((await client.call('DELETE', `/v1/tasks/${id}`)).status).toBe(204)
})
