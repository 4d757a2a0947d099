import { expect, test } from 'vitest'
import { axisFor } from '../../../web/src/usage/usage-days.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [1234, [0, 500, 1000, 1500]],
])('the axis of a chart whose highest day is %i has the numbers %j', (highest, ticks) => {
  expect(axisFor(highest)).toEqual(ticks)
})
