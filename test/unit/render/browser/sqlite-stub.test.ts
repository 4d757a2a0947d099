import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteFileName, sqliteStub } from '../../../../lib/render/browser/sqlite-stub.ts'

const source = fileURLToPath(new URL('../../../../lib/render/browser/sqlite-stub.c', import.meta.url))

const makeDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'stillframe-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

const linkingError = async (library: Buffer) => {
  const path = join(await makeDirectory(), sqliteFileName)
  await writeFile(path, library)
  try {
    process.dlopen({ exports: {} }, path)
  } catch (error) {
    return String(error)
  }
  return ''
}

const run = (command: string, args: string[]) => execFileSync(command, args, { encoding: 'utf8' })

/** Returns what a program sees of a library: names, types and machine code, without their positions. */
const describeLibrary = (path: string) => ({
  soname: /SONAME.*/.exec(run('objdump', ['-p', path]))?.[0],
  symbols: run('nm', ['-D', path]).replaceAll(/^[0-9a-f]+ /gm, ''),
  code: run('objdump', ['-d', path])
    .replaceAll(/^[0-9a-f]+ (?=<)|^ +[0-9a-f]+:/gm, '')
    .replace(/.*file format.*/, ''),
})

const hasCompiler = spawnSync('cc', ['--version']).status === 0 && spawnSync('objdump', ['-v']).status === 0

test.runIf(hasCompiler)('the library is what its source compiles to (requires a C compiler)', async () => {
  const directory = await makeDirectory()
  const [shipped, compiled] = [join(directory, 'shipped.so'), join(directory, 'compiled.so')]
  await writeFile(shipped, sqliteStub())
  const [, flags = ''] = / cc (-shared .*)/.exec(readFileSync(source, 'utf8')) ?? []
  run('cc', [...flags.split(' '), '-o', compiled, source])
  const described = describeLibrary(compiled)
  expect(described.symbols.match(/ ?T sqlite3_/g)).toHaveLength(20)
  expect(describeLibrary(shipped)).toEqual(described)
})

test('the dynamic linker loads the library', async () => {
  // Node only complains that the library is not an addon.
  expect(await linkingError(sqliteStub())).toContain('did not self-register')
})

test('the dynamic linker rejects a broken library', async () => {
  expect(await linkingError(sqliteStub().subarray(0, 200))).not.toContain('did not self-register')
})
