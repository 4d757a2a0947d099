import { expect, test } from 'vitest'
import { defaultTiers } from '../../../../lib/core/access/tiers.ts'
import { allowNothing } from '../../../../lib/core/network/egress-allow.ts'
import { type Batch, inputKeysOf, toChunkKey, toItemId } from '../../../../lib/core/requests/batch.ts'
import { assertBatchItems } from '../../../../lib/core/requests/batch-items.ts'
import { toBatchView } from '../../../../lib/core/requests/batch-view.ts'
import { createRequestId } from '../../../../lib/core/requests/request-id.ts'

const createdMs = Date.UTC(2030, 0, 1)
const id = createRequestId(createdMs, new Uint8Array(10).fill(7))

const batch: Batch = {
  accountId: 'abc#batches',
  id,
  operation: 'screenshot',
  status: 'queued',
  created: createdMs / 1000,
  total: 10,
  next: 6,
  lanes: { 0: 4, 1: 5 },
  counts: { done: 3, host_not_found: 1 },
  maxConcurrency: 2,
  listId: 'list',
}

test('the ids of the requests of a batch are different, in order, and of its time', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => toItemId(id, index))
  expect(new Set(ids).size).toBe(10_000)
  expect(ids.toSorted()).toEqual(ids)
  for (const one of ids) {
    expect(one.slice(0, 13)).toBe(id.slice(0, 13))
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(toItemId(createRequestId(createdMs, new Uint8Array(10).fill(8)), 0)).not.toBe(ids[0])
})

test('the objects of a list are those of its requests', () => {
  const large = { ...batch, total: 201, hasInput: true }
  const keys = inputKeysOf(large).map((key) => key.id)
  expect(keys).toEqual([`${id}-list-0`, `${id}-list-1`, `${id}-list-2`, `${id}-list`])
  expect([0, 99, 100, 200].map((index) => toChunkKey(large, index).id)).toEqual(
    [0, 0, 1, 2].map((chunk) => `${id}-list-${chunk}`),
  )
})

test('the view counts what waits, and estimates the end at the pace so far', () => {
  const view = toBatchView(batch, createdMs + 60_000, false)
  expect(view).toMatchObject({ status: 'running', total: 10, queued: 6, done: 3, failed: 1, progress: 0.4 })
  expect(view.codes).toEqual({ host_not_found: 1 })
  expect(view.estimated_end).toBe(createdMs / 1000 + 60 + 90)
})

test('the progress is a plain fraction', () => {
  expect(toBatchView({ ...batch, next: 3, counts: { done: 1 } }, createdMs, false).progress).toBe(0.1)
})

test.each([
  { bytes: 2_000_000, count: 500, problem: undefined },
  {
    bytes: 2_000_000,
    count: 501,
    problem: '`options` has 2000000 bytes, with which a batch can have at most 500',
  },
])('$count requests with $bytes bytes of options: $problem', ({ bytes, count, problem }) => {
  const html = 'x'.repeat(bytes - '{"html":""}'.length)
  const items = Array.from({ length: count }, () => ({ unknown: '1' }))
  const check = () =>
    assertBatchItems({ operation: 'pdf', options: { html } }, items, {
      plan: 'scale',
      tiers: defaultTiers,
      rules: { egress: { allow: allowNothing, serviceHosts: [] } },
    })
  // The first request is refused for its own reason if the options are small enough.
  expect(check).toThrow(problem ?? 'requests[0]')
})

test('requests whose turn will not come have failed with the reason', () => {
  const canceled: Batch = {
    ...batch,
    next: 10,
    lanes: {},
    counts: { done: 3, canceled: 2 },
    dropped: 5,
    dropCode: 'canceled',
  }
  const view = toBatchView({ ...canceled, status: 'done', finished: 5 }, createdMs + 60_000, false)
  expect(view).toMatchObject({
    status: 'ended',
    queued: 0,
    done: 3,
    failed: 7,
    codes: { canceled: 7 },
    progress: 1,
  })
  expect(view.estimated_end).toBeNull()
})
