import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWindow } from '../../../lib/mcp/tools/text-window.ts'

test('a text that fits is returned whole, and ends', () => {
  expect(textWindow('one\ntwo', 0, 7)).toEqual({ text: 'one\ntwo', next: undefined })
  expect(textWindow('one\ntwo', 4, 100)).toEqual({ text: 'two', next: undefined })
  expect(textWindow('one', 99, 100)).toEqual({ text: '', next: undefined })
})

test('a part ends after a line if it can', () => {
  expect(textWindow('one\ntwo\nthree', 0, 9)).toEqual({ text: 'one\ntwo\n', next: 8 })
  expect(textWindow('one long line', 0, 6)).toEqual({ text: 'one lo', next: 6 })
})

test('the parts are no longer than allowed, separate no character, and join to the text', () => {
  const line = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 2, max: 12 }), (lines, length) => {
      const whole = lines.join('\n')
      const parts: string[] = []
      let start: number | undefined = 0
      while (start !== undefined) {
        const part = textWindow(whole, start, length)
        parts.push(part.text)
        start = part.next
      }
      expect(parts.join('')).toBe(whole)
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(length)
        if (whole.isWellFormed()) expect(part.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})
