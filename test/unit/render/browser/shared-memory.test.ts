import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { sharedMemoryFlags } from '../../../../lib/render/browser/shared-memory.ts'

const throughFiles = ['--disable-dev-shm-usage']

test.each([
  ['missing, as on Lambda', '/no/such/directory', throughFiles],
  // Reports no free bytes.
  ['too small', '/proc', throughFiles],
  ['large', tmpdir(), []],
])('shared memory that is %s', async (_, dir, flags) => {
  expect(await sharedMemoryFlags(dir)).toEqual(flags)
})
