import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { installChromium } from '../../../lib/render/browser/chromium-files.ts'
import { type ElfNeeds, readElfNeeds } from '../../support/elf.ts'

const root = join(import.meta.dirname, '../../..')

/**
 * Libraries of packages in Amazon Linux 2023's minimal container image
 * (https://docs.aws.amazon.com/linux/al2023/ug/al2023-container-ami.html), which is the base of Lambda's runtimes
 * (https://docs.aws.amazon.com/linux/al2023/ug/minimal-container.html).
 */
const minimalImage: Readonly<Record<string, readonly string[]>> = {
  'glibc 2.34': [
    'ld-linux-x86-64.so.2',
    'libc.so.6',
    'libdl.so.2',
    'libm.so.6',
    'libpthread.so.0',
    'libresolv.so.2',
    'librt.so.1',
  ],
  'libgcc 11.4': ['libgcc_s.so.1'],
  'libstdc++ 11.4': ['libstdc++.so.6'],
  'zlib 1.2.11': ['libz.so.1'],
  'glib2 2.74': ['libgio-2.0.so.0', 'libglib-2.0.so.0', 'libgobject-2.0.so.0'],
}

/** The highest version of symbols: glibc 2.34, and of gcc 11 (https://gcc.gnu.org/onlinedocs/libstdc++/manual/abi.html). */
const highest: Readonly<Record<string, readonly number[]>> = {
  GLIBC: [2, 34],
  GLIBCXX: [3, 4, 29],
  CXXABI: [1, 3, 13],
  GCC: [7, 0, 0],
}

const filesOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(so|node)(\.[\d.]+)?$/.test(entry.name))
    .map(({ name }) => join(folder, name))

/** Every file that the loader maps on Lambda: the browser and what is next to it, and sharp. */
const shippedFiles = async () => {
  const { executable, librariesDir } = await installChromium(tmpdir())
  const sharp = join(root, 'node_modules/@img')
  const folders = [
    librariesDir,
    dirname(executable),
    join(sharp, 'sharp-linux-x64/lib'),
    join(sharp, 'sharp-libvips-linux-x64/lib'),
  ]
  return [executable, ...folders.flatMap(filesOf)]
}

const isTooNew = (version: string) => {
  const [, name = '', numbers = ''] = /^([A-Z]+)_([\d.]+)$/.exec(version) ?? []
  const limit = highest[name]
  if (!limit) return false
  const parts = numbers.split('.').map(Number)
  const index = parts.findIndex((part, at) => part !== (limit[at] ?? 0))
  return index >= 0 && (parts[index] ?? 0) > (limit[index] ?? 0)
}

test('every library that the browser and sharp need is in the package or in Lambda’s system, in a version that it has', async () => {
  const paths = await shippedFiles()
  const needs = new Map<string, ElfNeeds>()
  for (const path of paths) needs.set(basename(path), await readElfNeeds(path))
  expect([...needs.keys()]).toEqual(expect.arrayContaining(['chromium', 'libnss3.so', 'libsqlite3.so.0']))
  const available = new Set([...needs.keys(), ...Object.values(minimalImage).flat()])
  const missing = [...needs].flatMap(([file, { libraries, versions }]) => [
    ...libraries.filter((library) => !available.has(library)).map((library) => `${file}: ${library}`),
    ...versions
      .filter(({ library, version }) => !needs.has(library) && isTooNew(version))
      .map(({ library, version }) => `${file}: ${version} of ${library}`),
  ])
  expect(missing).toEqual([])
  const ofBrowser = needs.get('chromium')
  expect(ofBrowser?.libraries).toEqual(expect.arrayContaining(['libc.so.6', 'libnss3.so']))
  expect(ofBrowser?.versions.map(({ version }) => version)).toContain('GLIBC_2.17')
})
