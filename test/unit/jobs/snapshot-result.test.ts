import { beforeEach, expect, test } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import { toRequestView } from '../../../lib/core/requests/request-view.ts'
import type { RenderRequest } from '../../../lib/jobs/render-now.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { SnapshotDocument } from '../../../lib/schema/snapshot-document.ts'
import {
  bodyOf,
  cacheUrl,
  createRenderWorld,
  type RenderWorld,
  renderContext,
  startMs,
} from '../../support/jobs/render-now-world.ts'

let world: RenderWorld

beforeEach(() => {
  world = createRenderWorld()
})

const artifact = (): Artifact => ({
  body: Buffer.alloc(0),
  contentType: 'application/json',
  extension: 'json',
  metadata: {},
  page: { url: 'https://example.com/b', status: 200, title: 'A' },
  snapshot: {
    parts: [
      {
        output: 'screenshot',
        body: Buffer.from('image'),
        contentType: 'image/png',
        extension: 'png',
        facts: { width: 3, height: 4 },
      },
      {
        output: 'markdown',
        body: Buffer.from('text'),
        contentType: 'text/markdown; charset=utf-8',
        extension: 'md',
      },
    ],
  },
})

const request = (value: Record<string, unknown> = {}): RenderRequest => {
  const options = readOptions(operations.snapshot, {
    kind: 'body',
    value: { url: 'https://user:secret@example.com/a', ...value },
  }) as RenderRequest['options']
  world.scripts.set(options, async () => artifact())
  return {
    requestId: 'request-1',
    createdMs: startMs,
    account: { id: 'abc123', plan: 'free' },
    operation: operations.snapshot,
    options,
    ...renderContext(),
    waitUntil: () => undefined,
  }
}

const documentOf = async (value?: Record<string, unknown>) => {
  const outcome = await world.renderNow(request(value))
  const body = await bodyOf(outcome)
  return { outcome, body, document: SnapshotDocument.parse(JSON.parse(body)) }
}

const fileOf = (url: string | undefined) =>
  world.results.files.get(url?.replace(`${cacheUrl}/`, '') ?? '')?.body.toString()

test('each output is a separate file, and the response is the stored document that names them', async () => {
  const { document, body } = await documentOf()
  const expires = startMs / 1000 + 604_800
  expect(document).toMatchObject({
    url: 'https://example.com/a',
    final_url: 'https://example.com/b',
    title: 'A',
    expires,
    outputs: {
      screenshot: { width: 3, height: 4, pages: null, bytes: 5 },
      markdown: { bytes: 4, width: null },
    },
    metadata: null,
  })
  expect(fileOf(document.outputs.screenshot?.file)).toBe('image')
  expect(fileOf(document.outputs.markdown?.file)).toBe('text')
  const [record] = world.records
  expect(fileOf(record?.result.name)).toBe(body)
  expect(world.quota.hits).toBe(1)
  const view = toRequestView({ ...record, status: 'done', attempts: 0 } as never, cacheUrl, false)
  expect(view.outputs).toEqual(document.outputs)
})

test('a document is stored only after all its files', async () => {
  const order: string[] = []
  const { put } = world.results
  world.results.put = async (result, body, name) => {
    await new Promise((resolve) => setTimeout(resolve, result.extension === 'md' ? 2 : 0))
    order.push(result.extension)
    return put(result, body, name)
  }
  await documentOf()
  expect(order.at(-1)).toBe('json')
  expect(order).toHaveLength(3)
})

test('files that cannot be stored are a 500 without a record, and the hit is refunded', async () => {
  world.away.bucket()
  await expect(world.renderNow(request())).rejects.toMatchObject({ statusCode: 500 })
  expect([world.quota.hits, world.records.length]).toEqual([0, 0])
})

test.each([
  ['10 minutes', 600, 599, 600],
  ['4 days', 4 * 86_400, 4 * 86_400 - 1, 4 * 86_400],
  ['30 days, because no file lives for more than 31', 30 * 86_400, 29 * 86_400, 29 * 86_400 + 1],
])(
  'a cached snapshot is returned, with files that live for 48 hours more, for %s',
  async (_name, cache_ttl, lastHit, miss) => {
    const cached = { cache: true, cache_ttl }
    const first = await documentOf(cached)
    world.clock.ms += lastHit * 1000
    const second = await documentOf(cached)
    expect([second.outcome.cache?.status, second.body]).toEqual(['hit', first.body])
    expect(second.document.expires - world.clock.ms / 1000).toBeGreaterThanOrEqual(48 * 3600)
    expect(second.document.expires - startMs / 1000).toBeLessThanOrEqual(31 * 86_400)
    world.clock.ms += (miss - lastHit) * 1000
    const third = await documentOf(cached)
    expect(third.outcome.cache?.status).toBe('miss')
    expect(third.document.outputs.screenshot?.file).not.toBe(first.document.outputs.screenshot?.file)
  },
)

test('a cached snapshot with another download name is rendered again', async () => {
  await documentOf({ cache: true })
  expect((await documentOf({ cache: true, attachment_name: 'mine' })).outcome.cache?.status).toBe('miss')
})
