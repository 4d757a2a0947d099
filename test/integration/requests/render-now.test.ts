import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PageTimeoutError } from '../../../lib/base/errors.ts'
import { openHitMs } from '../../../lib/core/access/open-hits.ts'
import { toRequestView } from '../../../lib/core/requests/request-view.ts'
import type { StoredOutcome } from '../../../lib/jobs/render-now.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { SnapshotDocument } from '../../../lib/schema/snapshot-document.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { bodyOf, type Changed, createRenderNowOf } from '../../support/jobs/render-now-tools.ts'
import {
  artifact,
  type RequestWorld,
  readResult,
  startRequestWorld,
} from '../../support/jobs/request-world.ts'
import { objectKeys } from '../../support/service/embedded-data.ts'

const world = await startRequestWorld({ onEnd: afterAll })
const render = createRenderNowOf(world)
const daySeconds = 86_400
const webhook_url = 'https://hooks.example/'
const page = { url: 'https://example.com/a', status: 200, title: 'A' }

let account: Awaited<ReturnType<RequestWorld['createAccount']>>
let renders = 0

beforeEach(async () => {
  account = await world.createAccount('growth')
  renders = 0
  world.clock.aheadMs = 0
  world.lines.length = 0
  show(page)
})

/** Renders return `image 1`, `image 2` and so on, with what is known of the page. */
const show = (known?: typeof page) => {
  world.behaviour.render = async () => ({
    ...{ ...artifact, contentType: 'image/jpeg', extension: 'jpeg' },
    ...{ body: Buffer.from(`image ${++renders}`), ...(known && { page: known }) },
  })
}

const used = () => world.hitsUsed(account.id)
const files = () => objectKeys(world.dataDir, resultsBucket, 'cache/').length
const recordsOf = async () => (await world.requests.list(account.id, { limit: 9, stored: true })).records
const stored = async (...args: [value?: Record<string, unknown>, changed?: Changed]) => {
  const outcome = (await render(account, ...args)) as StoredOutcome & { requestId: string }
  expect(outcome.kind).toBe('stored')
  return outcome
}
const away = () => Promise.reject(new Error('The service is away.'))
const warnings = () => world.lines.map(({ message }) => message)
const pageFails = async () => Promise.reject(new PageTimeoutError('The page took too long.'))

/** What cannot be written, as the stores of a render. */
const without = {
  bucket: () => ({ files: { ...world.files, put: away } }),
  cache: () => ({ cache: { ...world.cache, put: away } }),
  records: () => ({ requests: { ...world.requests, putDone: away } }),
} satisfies Record<string, () => Changed>

test('a render is counted, and nothing is stored; its hit is kept by work for which the response does not wait', async () => {
  const before = files()
  const pending: Promise<void>[] = []
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const hits: RequestWorld['hits'] = {
    ...world.hits,
    keep: (...args) => gate.then(() => world.hits.keep(...args)),
  }
  const outcome = await render(account, {}, { hits, waitUntil: (work) => void pending.push(work) })
  expect([await bodyOf(outcome), outcome.cache, pending.length]).toEqual(['image 1', undefined, 2])
  open()
  await Promise.all(pending)
  expect([await used(), files(), await recordsOf()]).toEqual([1, before, []])
})

describe('with cache', () => {
  test('the second response is the first render with its bytes, headers, age and its own extension, and is not counted', async () => {
    const miss = await render(account, { cache: true, format: 'jpg' })
    world.clock.aheadMs += 90_500
    world.behaviour.render = away
    const hit = await render(account, { cache: true, format: 'jpeg' })
    expect([miss.cache, hit.cache]).toEqual([
      { status: 'miss', ageSeconds: 0 },
      { status: 'hit', ageSeconds: 90 },
    ])
    expect(hit).toMatchObject({ kind: 'file', extension: 'jpeg', contentType: 'image/jpeg', bytes: 7 })
    expect(hit).toHaveProperty('headers', { 'X-Service-Metadata-Title': 'Front page' })
    expect([await bodyOf(hit), await used()]).toEqual(['image 1', 1])
    expect(await recordsOf()).toMatchObject([{ id: miss.requestId, counted: true }])
  })

  test('a refresh replaces the cached result; what failed or was deleted is rendered again', async () => {
    world.behaviour.render = pageFails
    await expect(render(account, { cache: true })).rejects.toThrow('too long')
    show()
    expect((await render(account, { cache: true })).cache?.status).toBe('miss')
    expect((await render(account, { cache: true, cache_refresh: true })).cache?.status).toBe('miss')
    expect(await bodyOf(await render(account, { cache: true }))).toBe('image 2')
    const [record] = await recordsOf()
    await world.files.remove(record?.result?.name ?? '')
    expect((await render(account, { cache: true })).cache?.status).toBe('miss')
  })

  test.each(['bucket', 'cache', 'records'] as const)(
    '%s that cannot be written do not fail it',
    async (what) => {
      const outcome = await render(account, { cache: true }, without[what]())
      expect([await bodyOf(outcome), outcome.cache?.status, await used()]).toEqual(['image 1', 'miss', 1])
      expect(warnings()).toHaveLength(1)
    },
  )

  test('a cache that cannot be read counts as empty', async () => {
    const changed = { cache: { ...world.cache, find: away } }
    expect((await render(account, { cache: true }, changed)).cache?.status).toBe('miss')
    expect(warnings()).toEqual(['cache not readable'])
  })
})

describe('with response_type=json', () => {
  const json = { response_type: 'json' }

  test('the file is stored for 48 hours with its page, counted and recorded, and not cached', async () => {
    const { result, requestId, cache } = await stored({ ...json, cache_ttl: 60 })
    expect([cache, result.page, result.expires - result.created]).toEqual([undefined, page, 2 * daySeconds])
    expect((await readResult(world, result.name)).body).toBe('image 1')
    expect(await recordsOf()).toMatchObject([{ id: requestId, counted: true, result: { name: result.name } }])
  })

  test('a cached result is returned, recorded and not counted, as a copy if it does not live for 48 hours more', async () => {
    const options = { ...json, cache: true, cache_ttl: 3 * daySeconds }
    const miss = await stored(options)
    const hit = await stored(options)
    expect([hit.cache?.status, hit.result]).toEqual(['hit', miss.result])
    world.clock.aheadMs += 2 * daySeconds * 1000
    const { result } = await stored(options)
    expect(result.name).not.toBe(miss.result.name)
    expect([result.page, (await readResult(world, result.name)).body]).toEqual([page, 'image 1'])
    expect((await recordsOf()).map(({ counted }) => counted)).toEqual([false, false, true])
  })

  test('a cached file without its page is rendered again, and then serves both kinds of response', async () => {
    show()
    await render(account, { cache: true })
    show(page)
    expect((await stored({ ...json, cache: true })).cache?.status).toBe('miss')
    const hit = await render(account, { cache: true })
    expect([hit.cache?.status, await bodyOf(hit)]).toEqual(['hit', 'image 2'])
  })
})

describe.each([{ response_type: 'json' }, { webhook_url }])('what %j must name', (options) => {
  test.each([
    ['bucket', 'refunded', 0],
    // The write may have succeeded even though the call failed.
    ['records', 'open until the record decides', 1],
  ] as const)('is a 500 if the %s cannot be written, and the hit is %s', async (what, _, hits) => {
    await expect(render(account, { ...options, cache: true }, without[what]())).rejects.toMatchObject({
      statusCode: 500,
      message: 'The result could not be stored. Send the request again.',
    })
    expect([await used(), await recordsOf()]).toEqual([hits, []])
  })

  test('is a 500 if a cache hit cannot be recorded, and no file stays open', async () => {
    await stored({ response_type: 'json', cache: true })
    const streams: { destroyed: boolean }[] = []
    const open: RequestWorld['files']['open'] = async (name) => {
      const stream = await world.files.open(name)
      if (stream) streams.push(stream)
      return stream
    }
    const changed = { ...without.records(), files: { ...world.files, open } }
    await expect(render(account, { ...options, cache: true }, changed)).rejects.toMatchObject({
      statusCode: 500,
    })
    expect([streams.every(({ destroyed }) => destroyed), await used()]).toEqual([true, 1])
  })
})

describe('with a webhook', () => {
  /** What is sent, with its delay, and the state of its record at that time. */
  const sending = () => {
    const sent: unknown[] = []
    const sendWebhook: RequestWorld['queues']['sendWebhook'] = async (key, delaySeconds) => {
      const record = await world.requests.find(key)
      sent.push([key.id, delaySeconds, record?.status, record?.webhook?.status])
    }
    return { sent, queues: { ...world.queues, sendWebhook } }
  }

  test('the result is stored for 48 hours, recorded, and announced after the response', async () => {
    const { sent, queues } = sending()
    const { requestId } = await render(
      account,
      { webhook_url, cache_ttl: 60, external_id: 'order-1' },
      { queues },
    )
    expect(sent).toEqual([[requestId, 1, 'done', 'pending']])
    const [record] = await recordsOf()
    expect(record).toMatchObject({
      counted: true,
      externalId: 'order-1',
      webhook: { url: webhook_url, signed: true },
    })
    expect((record?.result?.expires ?? 0) - (record?.result?.created ?? 0)).toBe(2 * daySeconds)
  })

  test('an unavailable queue does not fail the request: the sweep finds the record', async () => {
    await render(account, { webhook_url }, { queues: { ...world.queues, sendWebhook: away } })
    expect(warnings()).toEqual(['webhook not queued'])
    expect(await recordsOf()).toMatchObject([{ webhook: { status: 'pending' } }])
  })

  test('a failure is announced with webhook_errors, after its response, and uses no hit', async () => {
    const { sent, queues } = sending()
    world.behaviour.render = pageFails
    const fail = (options: object) => render(account, { webhook_url, ...options }, { queues })
    await expect(fail({ webhook_errors: false })).rejects.toThrow('too long')
    expect([sent, await recordsOf()]).toEqual([[], []])
    await expect(fail({ webhook_errors: true })).rejects.toThrow('too long')
    expect(await recordsOf()).toMatchObject([
      { counted: false, error: { code: 'page_timeout', message: 'The page took too long.' } },
    ])
    expect(sent).toEqual([[expect.any(String), 1, 'failed', 'pending']])
    expect(await used()).toBe(0)
  })

  test('a failure that counts, because the free ones of the day are used up, is recorded, and then its hit is kept', async () => {
    world.behaviour.render = pageFails
    const hits = { ...world.hits, refundFailure: async () => ({ isCounted: true }) }
    await expect(render(account, { webhook_url, webhook_errors: true }, { hits })).rejects.toThrow('too long')
    expect([await recordsOf(), await used()]).toMatchObject([[{ counted: true }], 1])
    world.clock.aheadMs += openHitMs
    expect(await world.hitStore.findOverdue(account.id)).toEqual([])
  })

  test('a failure that cannot be recorded is the same error, and a refusal is not announced', async () => {
    world.behaviour.render = pageFails
    const requests = { ...world.requests, putFailed: away }
    await expect(render(account, { webhook_url, webhook_errors: true }, { requests })).rejects.toThrow(
      'too long',
    )
    expect(warnings()).toEqual(['failure not recorded'])
    account = await world.createAccount('free')
    await world.takeHits(account, 100)
    const refused = render(account, { webhook_url, webhook_errors: true })
    await expect(refused).rejects.toMatchObject({ statusCode: 423 })
    expect(await recordsOf()).toEqual([])
  })
})

describe('a snapshot', () => {
  const operation = operations.snapshot
  const documentOf = async (value: object = {}, changed: Changed = {}) => {
    const outcome = await render(account, { ...value }, { ...changed, operation })
    const body = await bodyOf(outcome)
    return { outcome, body, document: SnapshotDocument.parse(JSON.parse(body)) }
  }
  const fileOf = async (url = '') => (await readResult(world, url.slice(url.lastIndexOf('/') + 1))).body

  beforeEach(() => {
    const image = { body: Buffer.from('image'), contentType: 'image/png', extension: 'png' } as const
    const text = { body: Buffer.from('text'), contentType: 'text/markdown', extension: 'md' } as const
    world.behaviour.render = async () => ({
      ...{ body: Buffer.alloc(0), contentType: 'application/json', extension: 'json', metadata: {}, page },
      snapshot: {
        parts: [
          { ...image, output: 'screenshot', facts: { width: 3, height: 4 } },
          { ...text, output: 'markdown' },
        ],
      },
    })
  })

  test('has a file for each output, which are stored before the document that names them, and which is the response', async () => {
    const order: string[] = []
    const put: RequestWorld['files']['put'] = async (result, ...rest) => {
      if (result.extension === 'md') await new Promise(setImmediate)
      order.push(result.extension)
      return world.files.put(result, ...rest)
    }
    const { document, body } = await documentOf({}, { files: { ...world.files, put } })
    expect(order).toEqual(['png', 'md', 'json'])
    expect(document).toMatchObject({ final_url: page.url, title: 'A', metadata: null })
    expect(document.outputs.screenshot).toMatchObject({ width: 3, height: 4, pages: null, bytes: 5 })
    expect(await fileOf(document.outputs.screenshot?.file)).toBe('image')
    expect(await fileOf(document.outputs.markdown?.file)).toBe('text')
    const [record] = await recordsOf()
    expect(await fileOf(record?.result?.name)).toBe(body)
    const view = record && toRequestView(record, 'https://files.example/cache', false)
    expect(view?.outputs).toEqual(document.outputs)
  })

  test.each([
    ['10 minutes', 600, 599, 600],
    [
      '30 days, because no file lives for more than 31',
      30 * daySeconds,
      29 * daySeconds - 60,
      29 * daySeconds + 60,
    ],
  ])('is cached, with files that live for 48 hours more, for %s', async (_name, cache_ttl, lastHit, miss) => {
    const cached = { cache: true, cache_ttl }
    const first = await documentOf(cached)
    world.clock.aheadMs += lastHit * 1000 - 500
    const second = await documentOf(cached)
    expect([second.outcome.cache?.status, second.body]).toEqual(['hit', first.body])
    expect(second.document.expires - world.nowMs() / 1000).toBeGreaterThanOrEqual(48 * 3600)
    world.clock.aheadMs += (miss - lastHit) * 1000 + 500
    expect((await documentOf(cached)).outcome.cache?.status).toBe('miss')
    expect((await documentOf({ ...cached, attachment_name: 'mine' })).outcome.cache?.status).toBe('miss')
  })
})
