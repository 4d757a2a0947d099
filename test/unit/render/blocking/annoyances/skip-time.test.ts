import { expect, test } from 'vitest'
import { createTimeSkip } from '../../../../../lib/render/blocking/annoyances/skip-time.ts'
import type { World } from '../../../../../lib/render/page/world.ts'

test.each([
  ['plays media', async () => ({ frames: 1, idle: 1, asked: 1, isLive: true })],
  ['does not respond', () => new Promise(() => {})],
  ['makes the call fail', () => Promise.reject(new Error('Cannot find context with specified id'))],
])('the time of a page that %s is not skipped', async (_case, call) => {
  const time = { skip: () => Promise.reject(new Error('The page is not skipped.')) }
  expect(await createTimeSkip(time, { call } as unknown as World, 5)).toBeUndefined()
})
