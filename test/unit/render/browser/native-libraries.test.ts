import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { chromiumShim, chromiumShimName } from '../../../../lib/render/browser/chromium-shim.ts'
import { sqliteFileName, sqliteStub } from '../../../../lib/render/browser/sqlite-stub.ts'
import { requirePrograms } from '../../../support/programs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const sourceOf = (name: string) =>
  fileURLToPath(new URL(`../../../../lib/render/browser/${name}.c`, import.meta.url))

const libraries = [
  // Node only complains that this one is not an addon.
  {
    name: 'sqlite-stub',
    fileName: sqliteFileName,
    content: sqliteStub(),
    symbols: 20,
    error: /did not self-register/,
  },
  { name: 'chromium-shim', fileName: chromiumShimName, content: chromiumShim(), symbols: 4, error: /^$/ },
]

const linkingError = async (fileName: string, library: Buffer) => {
  const path = join(temporaryFolder(), fileName)
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

describe.each(libraries)('$name', ({ name, fileName, content, symbols, error }) => {
  test('the library is what its source compiles to', async (context) => {
    requirePrograms(context, 'cc', 'objdump')
    const directory = temporaryFolder()
    const [shipped, compiled] = [join(directory, 'shipped.so'), join(directory, 'compiled.so')]
    await writeFile(shipped, content)
    const [, flags = ''] = / cc (-shared .*)/.exec(readFileSync(sourceOf(name), 'utf8')) ?? []
    run('cc', [...flags.split(' '), '-o', compiled, sourceOf(name)])
    const described = describeLibrary(compiled)
    expect(described.symbols.match(/ ?T \w/g)).toHaveLength(symbols)
    expect(describeLibrary(shipped)).toEqual(described)
  })

  test('the dynamic linker loads the library, and rejects a broken one', async () => {
    expect(await linkingError(fileName, content)).toMatch(error)
    expect(await linkingError(fileName, content.subarray(0, 200))).not.toMatch(error)
  })
})
