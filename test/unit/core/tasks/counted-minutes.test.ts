import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountedMinutes, countMinute } from '../../../../lib/core/tasks/counted-minutes.ts'

const countAll = (minutes: readonly number[]) => {
  let counted: CountedMinutes | undefined
  let runs = 0
  for (const minute of minutes) {
    const next = countMinute(counted, minute)
    if (!next) continue
    counted = next
    runs += 1
  }
  return { counted, runs }
}

const firstMinute = 29_000_000

test('within seven hours every minute counts once, in any order and with any repetition', () => {
  const minute = fc.integer({ min: firstMinute, max: firstMinute + 419 })
  fc.assert(
    fc.property(fc.array(minute, { maxLength: 600 }), (minutes) => {
      expect(countAll(minutes).runs).toBe(new Set(minutes).size)
    }),
  )
})

test('no minute counts twice, over any span', () => {
  const minute = fc.integer({ min: firstMinute, max: firstMinute + 5000 })
  fc.assert(
    fc.property(fc.array(minute, { maxLength: 200 }), (minutes) => {
      expect(countAll([...minutes, ...minutes]).runs).toBe(countAll(minutes).runs)
      expect(countAll(minutes).runs).toBeLessThanOrEqual(new Set(minutes).size)
    }),
  )
})

test('a minute that is seven hours old no longer counts', () => {
  const { counted } = countAll([firstMinute + 420])
  expect(countMinute(counted, firstMinute + 1)).toBeDefined()
  expect(countMinute(counted, firstMinute)).toBeUndefined()
})

test('years of every minute need no more space than seven hours', () => {
  const { counted } = countAll(Array.from({ length: 100_000 }, (_, index) => firstMinute + index))
  expect(counted?.bits).toBe('f'.repeat(105))
})
