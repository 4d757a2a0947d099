import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  installChromium,
  installDictionaries,
  installedChromium,
  libraryArchives,
} from '../../../../lib/render/browser/chromium-files.ts'
import { packFile, packParts } from '../../../../lib/render/browser/chromium-parts.ts'
import { sweepWorkingDirs } from '../../../../lib/render/browser/working-dir.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Archives of the shipped kinds, a few bytes each. */
const makeArchives = async (executable = 'executable') => {
  const directory = temporaryFolder()
  await mkdir(join(directory, 'lib'))
  await writeFile(join(directory, 'lib/libnss3.so'), 'x'.repeat(1300), { mode: 0o755 })
  await writeFile(join(directory, 'libGLESv2.so'), 'rasteriser')
  await archive(directory, 'al2023', 'lib')
  await archive(directory, 'swiftshader', 'libGLESv2.so')
  await writeFile(join(directory, 'chromium.br'), brotliCompressSync(executable))
  return directory
}

const archive = async (directory: string, name: string, member: string) => {
  await promisify(execFile)('tar', ['--format=ustar', '-cf', `${name}.tar`, member], { cwd: directory })
  await writeFile(
    join(directory, `${name}.tar.br`),
    brotliCompressSync(await readFile(join(directory, `${name}.tar`))),
  )
}

const homeIn = async (temporaryDir: string) => {
  const [home = ''] = (await readdir(temporaryDir)).filter((name) => name.startsWith('stillframe-chromium-'))
  return join(temporaryDir, home)
}

test('an executable in parts and repacked libraries, as in a Lambda package, are unpacked', async () => {
  const archives = await makeArchives('the vendor’s')
  await packParts(Buffer.from('ours in parts'), archives, { count: 4, level: 3 })
  await rm(join(archives, 'chromium.br'))
  for (const name of libraryArchives) {
    await packFile(await readFile(join(archives, name)), join(archives, `${name}.zst`), 3)
    await rm(join(archives, `${name}.br`))
  }
  const { executable, librariesDir } = await installChromium(temporaryFolder(), archives)
  expect(await readFile(executable, 'utf8')).toBe('ours in parts')
  expect(await readFile(join(librariesDir, 'libnss3.so'), 'utf8')).toBe('x'.repeat(1300))
  expect(await readFile(join(executable, '../libGLESv2.so'), 'utf8')).toBe('rasteriser')
})

test('dictionaries are copied next to the executable, by several processes at the same time', async () => {
  const [temporaryDir, assetsDir] = [temporaryFolder(), temporaryFolder()]
  await mkdir(join(assetsDir, 'hyphen-data'))
  await writeFile(join(assetsDir, 'hyphen-data/hyph-de-1996.hyb'), 'patterns')
  const files = await installChromium(temporaryDir, await makeArchives())
  await Promise.all([1, 2, 3].map(() => installDictionaries(files, assetsDir, temporaryDir)))
  expect(await readFile(join(files.executable, '../hyphen-data/hyph-de-1996.hyb'), 'utf8')).toBe('patterns')
  expect((await readdir(temporaryDir)).filter((name) => name.includes('partial'))).toEqual([])
})

test('several concurrent unpackings leave one folder and nothing else', async () => {
  const temporaryDir = temporaryFolder()
  const archives = await makeArchives()
  const all = await Promise.all(Array.from({ length: 5 }, () => installChromium(temporaryDir, archives)))
  expect(new Set(all.map(({ executable }) => executable)).size).toBe(1)
  expect(await readdir(temporaryDir)).toHaveLength(1)
})

test('a folder from which a file was deleted is unpacked again', async () => {
  const temporaryDir = temporaryFolder()
  const archives = await makeArchives()
  const { executable } = await installChromium(temporaryDir, archives)
  await rm(executable)
  await installChromium(temporaryDir, archives)
  expect(await readFile(executable, 'utf8')).toBe('executable')
})

test('a truncated archive leaves no files', async () => {
  const temporaryDir = temporaryFolder()
  const archives = await makeArchives()
  await writeFile(join(archives, 'chromium.br'), brotliCompressSync('executable').subarray(0, 8))
  await expect(installChromium(temporaryDir, archives)).rejects.toThrow()
  expect(await readdir(temporaryDir)).toEqual([])
})

test('a folder that others may write to is not trusted', async () => {
  const temporaryDir = temporaryFolder()
  const archives = await makeArchives()
  await installChromium(temporaryDir, archives)
  await chmod(await homeIn(temporaryDir), 0o777)
  await expect(installChromium(temporaryDir, archives)).rejects.toThrow(/not a private directory/)
  const { cacheDir } = await installedChromium('/chromium', temporaryDir)
  expect(await installedChromium('/chromium', temporaryDir)).toEqual({ executable: '/chromium', cacheDir })
  await chmod(cacheDir, 0o777)
  await expect(installedChromium('/chromium', temporaryDir)).rejects.toThrow(/not a private directory/)
  await rm(cacheDir, { recursive: true })
  await symlink(temporaryFolder(), cacheDir)
  await expect(installedChromium('/chromium', temporaryDir)).rejects.toThrow(/not a private directory/)
})

test('directories of ended processes are deleted, those of running ones stay', async () => {
  const temporaryDir = temporaryFolder()
  // Above the largest process id of Linux.
  const gone = ['stillframe-browser-4194305-abc', 'stillframe-partial-4194306-abc']
  const kept = [`stillframe-browser-${process.pid}-abc`, 'stillframe-chromium-1', 'other-4194305-abc']
  await Promise.all(
    [...gone, ...kept].map((name) => mkdir(join(temporaryDir, name, 'profile'), { recursive: true })),
  )
  const loop = join(temporaryDir, 'stillframe-browser-4194307-abc')
  await symlink(loop, loop)
  gone.push('stillframe-browser-4194307-abc')
  // Those of another user cannot be deleted.
  await sweepWorkingDirs(temporaryDir, (process.getuid?.() ?? 0) + 1)
  expect((await readdir(temporaryDir)).sort()).toEqual([...gone, ...kept].sort())
  await sweepWorkingDirs(temporaryDir)
  expect((await readdir(temporaryDir)).sort()).toEqual(kept.sort())
})
