import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findParts, inflateParts, packParts } from '../../../../lib/render/browser/chromium-parts.ts'
import { packings } from '../../../../scripts/build.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Not one byte of it is in the right place by chance. */
const executable = Buffer.from(Array.from({ length: 100_003 }, (_, index) => (index * 7919) % 251))

test.each([
  [7, 3],
  [packings.deployed.count, packings.deployed.level],
])('a file packed in %i parts with level %i is restored unchanged', async (count, level) => {
  const directory = temporaryFolder()
  await packParts(executable, directory, { count, level })
  const parts = await findParts(directory)
  expect(parts).toHaveLength(count)
  const target = join(directory, 'chromium')
  await inflateParts(parts, target)
  expect(executable.equals(await readFile(target))).toBe(true)
  expect((await stat(target)).mode & 0o777).toBe(0o700)
})

test('a part that is damaged is an error', async () => {
  const directory = temporaryFolder()
  await packParts(executable, directory, { count: 2, level: 3 })
  const parts = await findParts(directory)
  const [part] = parts
  await writeFile(part?.path ?? '', (await readFile(part?.path ?? '')).subarray(0, 100))
  await expect(inflateParts(parts, join(directory, 'chromium'))).rejects.toThrow()
})
