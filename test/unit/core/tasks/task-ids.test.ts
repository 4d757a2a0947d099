import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRunId, createTaskId, derivedTaskId, parseTaskId } from '../../../../lib/core/tasks/task-id.ts'
import { isRequestId } from '../../../../lib/schema/requests.ts'

const isTaskId = (id: number) => Number.isSafeInteger(id) && id > 0

test('ids are positive, below 2^53, and grow with time until 2090', () => {
  const ms = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2090, 0, 1) })
  const random = fc.uint8Array({ minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(ms, random, random, (nowMs, some, others) => {
      expect(isTaskId(createTaskId(nowMs, some))).toBe(true)
      expect(createTaskId(nowMs + 1, others)).toBeGreaterThan(createTaskId(nowMs, some))
    }),
  )
})

test('ids of one millisecond are drawn from 4,096', () => {
  const ids = new Set<number>()
  for (let high = 0; high < 256; high += 1)
    for (let low = 0; low < 256; low += 1) ids.add(createTaskId(1_800_000_000_000, Uint8Array.of(high, low)))
  expect(ids.size).toBe(4096)
})

test('a derived id depends on the account and the key together', () => {
  expect(derivedTaskId('a', 'b')).toBe(derivedTaskId('a', 'b'))
  const pairs = [
    ['a', 'b'],
    ['ab', ''],
    ['', 'ab'],
    ['b', 'a'],
    ['a', 'B'],
  ] as const
  const ids = pairs.map(([account, key]) => derivedTaskId(account, key))
  expect(new Set(ids).size).toBe(pairs.length)
  expect(ids.every(isTaskId)).toBe(true)
})

test.each([
  ['1', 1],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
])('the text "%s" is the id %s', (text, id) => {
  expect(parseTaskId(text)).toBe(id)
})

test('the request id of a run is a UUID that depends only on the task and the minute', () => {
  const minuteMs = Date.UTC(2026, 10, 21, 12, 30)
  const id = createRunId(42, minuteMs)
  expect(isRequestId(id)).toBe(true)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(minuteMs)
  expect(createRunId(42, minuteMs)).toBe(id)
  expect(createRunId(43, minuteMs)).not.toBe(id)
  expect(createRunId(42, minuteMs + 60_000) > id).toBe(true)
})
