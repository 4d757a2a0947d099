import { expect, test } from 'vitest'
import { type Figures, isWorse, toAbsoluteRows, toRatioRows } from '../../../bench/peers/check-rows.ts'

const system = 'service'

/** Of a browser that is slower, and the bare browser with it, or holds more memory. */
const figuresOf = (slowness: number, memoryMb: number): Figures => {
  const latency = { [system]: { ratio: 1.2, ms: 400 * slowness, pages: {} } }
  const throughput = { perSecond: 4 / slowness, ratio: 0.9, cpuMs: 300 * slowness, cpuRatio: 1.1, memoryMb }
  return {
    screenshot: latency,
    full_page: latency,
    pdf: latency,
    html: latency,
    throughput: { 2: { [system]: throughput } },
  }
}

const before = figuresOf(1, 800)

test.each([
  ['the same browser', figuresOf(1.1, 850), 0],
  ['a slower browser', figuresOf(1.3, 800), 6],
  ['a browser with more memory', figuresOf(1, 1_000), 1],
])('times and memory of two runs on one machine show %s', (_, now, worse) => {
  expect(toAbsoluteRows(system, now, before).filter(isWorse)).toHaveLength(worse)
})

test('a figure that is missing is worse, and ratios are compared without memory', () => {
  expect(toRatioRows(system, figuresOf(2, 2_000), before).filter(isWorse)).toEqual([])
  expect(toRatioRows('other', before, before).filter(isWorse)).toHaveLength(6)
})
