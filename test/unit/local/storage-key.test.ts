import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureStorageKey } from '../../../local/storage-key.ts'

const createFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storage-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('the key is made once', async () => {
  const folder = await createFolder()
  const path = await ensureStorageKey(folder)
  const key = await readFile(path)
  expect(key).toHaveLength(32)
  await ensureStorageKey(folder)
  expect(await readFile(path)).toEqual(key)
})

test.each([0, 31, 64])('a key of %i bytes stops the start', async (bytes) => {
  const folder = await createFolder()
  await writeFile(join(folder, 'storage.key'), Buffer.alloc(bytes))
  await expect(ensureStorageKey(folder)).rejects.toThrow(`has ${bytes} bytes. It must be a key of 32 bytes`)
})
