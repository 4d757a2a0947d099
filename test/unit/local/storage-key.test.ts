import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureStorageKey } from '../../../local/storage-key.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('the key is made once', async () => {
  const folder = temporaryFolder()
  const path = await ensureStorageKey(folder)
  const key = await readFile(path)
  expect(key).toHaveLength(32)
  await ensureStorageKey(folder)
  expect(await readFile(path)).toEqual(key)
})

test.each([0, 31, 64])('a key of %i bytes stops the start', async (bytes) => {
  const folder = temporaryFolder()
  await writeFile(join(folder, 'storage.key'), Buffer.alloc(bytes))
  await expect(ensureStorageKey(folder)).rejects.toThrow(`has ${bytes} bytes. It must be a key of 32 bytes`)
})
