import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteFileName, sqliteStub } from '../../../../lib/render/browser/sqlite-stub.ts'

const linkingError = async (library: Buffer) => {
  const directory = await mkdtemp(join(tmpdir(), 'stillframe-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, sqliteFileName)
  await writeFile(path, library)
  try {
    process.dlopen({ exports: {} }, path)
  } catch (error) {
    return String(error)
  }
  return ''
}

test('the dynamic linker takes it', async () => {
  // All that Node misses then is that the library does not register itself.
  expect(await linkingError(sqliteStub())).toContain('did not self-register')
})

test('the dynamic linker would tell if it were broken', async () => {
  expect(await linkingError(sqliteStub().subarray(0, 200))).not.toContain('did not self-register')
})
