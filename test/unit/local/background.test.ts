import { expect, test } from 'vitest'
import { toPollSeconds } from '../../../local/background.ts'

test('long polls end before a drain does', () => {
  expect([0, 1, 2, 3, 10, 21, 22, 900].map((seconds) => toPollSeconds(seconds * 1000))).toEqual([
    1, 1, 1, 2, 9, 20, 20, 20,
  ])
})
