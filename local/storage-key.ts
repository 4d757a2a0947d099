import { randomBytes } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './start-fault.ts'

const keyBytes = 32

/**
 * Returns the path of the key file in the data folder, which is created at the first start, for its owner alone. Without it, the keys of the
 * storages of accounts cannot be decrypted.
 */
export const ensureStorageKey = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'storage.key')
  await writeFile(path, randomBytes(keyBytes), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const { size } = await stat(path)
  if (size !== keyBytes)
    throw new Error(
      `${path} has ${size} bytes. It must be a key of ${keyBytes} bytes: restore it from a backup.`,
    )
  return path
}
