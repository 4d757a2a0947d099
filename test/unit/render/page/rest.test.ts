import { expect, test } from 'vitest'
import { awaitRest } from '../../../../lib/render/page/rest.ts'

/** Reads one state after the other, and the last one from then on. Undefined cannot be read. */
const rest = async (states: (number | undefined)[], readings = 2, left = 10) => {
  let read = 0
  let isExpired = false
  const state = await awaitRest<number>(
    {
      read: async () => states[Math.min(++read, states.length - 1)],
      isSame: (one, other) => one === other,
      pause: async () => undefined,
      readings,
      isOver: () => read >= left,
      expired: () => {
        isExpired = true
      },
    },
    states[0] as number,
  )
  return { state, read, isExpired }
}

test.each([
  ['does not move', [1], 2, 1],
  ['moves at first', [1, 2, 3], 4, 3],
  ['moves once more after one equal reading', [1, 1, 2], 4, 2],
])('something that %s comes to rest', async (_case, states, read, state) => {
  expect(await rest(states)).toEqual({ state, read, isExpired: false })
})

test.each([
  ['moves until the time is up', [1, 2, 3, 4], 3, 4],
  ['cannot be read any longer', [1, 2, undefined], 10, 2],
])('something that %s is taken as it was last, and reported', async (_case, states, left, state) => {
  expect(await rest(states, 2, left)).toMatchObject({ state, isExpired: true })
})
