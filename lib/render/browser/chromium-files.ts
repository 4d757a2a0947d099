import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress, zstdDecompress } from 'node:zlib'
import { findParts, inflateParts } from './chromium-parts.ts'
import { chromiumShim, chromiumShimName } from './chromium-shim.ts'
import { sqliteFileName, sqliteStub } from './sqlite-stub.ts'
import { makeWorkingDir, removeDir } from './working-dir.ts'

export interface ChromiumFiles {
  executable: string
  /** Shared libraries that a minimal system lacks (NSS, NSPR, expat). An installed browser needs none. */
  librariesDir?: string
  /** The library that every process of the browser loads first, which is also the helper of its sandbox. */
  preload?: string
  /** Shared by consecutive browsers, and writable only by this user. */
  cacheDir: string
}

/** Chromium loads the software rasterizer from the directory of its executable. */
export const libraryArchives = ['al2023.tar', 'swiftshader.tar'] as const

const executableName = 'chromium'
const packedExecutable = 'chromium.br'
const chunkBytes = 2 ** 21

/**
 * Unpacks the shipped Chromium below `temporaryDir`, once per version: several processes may do so at the same time, and
 * the first process to finish wins. About 1.5 s and 215 MB the first time.
 *
 * @throws Error if the directory belongs to another user
 */
export const installChromium = async (
  temporaryDir: string,
  archivesDir = shippedArchivesDir(),
): Promise<Required<ChromiumFiles>> => {
  const { home, files } = await findHome(temporaryDir, archivesDir)
  if (await isInstalled(home, files)) return files
  const partial = await makeWorkingDir(temporaryDir, 'partial')
  try {
    await Promise.all([
      installExecutable(archivesDir, join(partial, executableName)),
      ...libraryArchives.map((name) => unpack(join(archivesDir, name), partial)),
    ])
    await writeFile(join(partial, 'lib', sqliteFileName), sqliteStub())
    await writeFile(join(partial, 'lib', chromiumShimName), chromiumShim(), { mode: 0o755 })
    await putInPlace(partial, home, files)
  } finally {
    await removeDir(partial)
  }
  return files
}

/**
 * Returns whether `installChromium` has nothing to do.
 *
 * @throws Error if the directory belongs to another user
 */
export const isChromiumInstalled = async (temporaryDir: string, archivesDir = shippedArchivesDir()) => {
  const { home, files } = await findHome(temporaryDir, archivesDir)
  return isInstalled(home, files)
}

const dictionariesName = 'hyphen-data'

/**
 * Copies the dictionaries for `hyphens: auto` from `assetsDir` to the directory of the executable, where Chromium looks for them, once per
 * version: several processes may do so at the same time.
 */
export const installDictionaries = async (
  { executable }: ChromiumFiles,
  assetsDir: string,
  temporaryDir: string,
): Promise<void> => {
  const target = join(dirname(executable), dictionariesName)
  if (existsSync(target)) return
  const partial = await makeWorkingDir(temporaryDir, 'partial')
  try {
    await cp(join(assetsDir, dictionariesName), partial, { recursive: true })
    await rename(partial, target)
  } catch (error) {
    if (!existsSync(target)) throw error
    await removeDir(partial)
  }
}

const findHome = async (temporaryDir: string, archivesDir: string) => {
  // Other users of the machine share the temporary directory.
  const name = `stillframe-chromium-${process.getuid?.() ?? 0}-${await archivesVersion(archivesDir)}`
  const home = join(temporaryDir, name)
  const files = {
    executable: join(home, executableName),
    librariesDir: join(home, 'lib'),
    preload: join(home, 'lib', chromiumShimName),
    cacheDir: join(home, 'cache'),
  }
  return { home, files }
}

/**
 * Returns the files of a browser that is installed on the machine, and creates its cache.
 *
 * @throws Error if the directory of the cache belongs to another user
 */
export const installedChromium = async (executable: string, temporaryDir: string): Promise<ChromiumFiles> => {
  const cacheDir = join(temporaryDir, `stillframe-cache-${process.getuid?.() ?? 0}`)
  await mkdir(cacheDir, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await isPrivate(cacheDir))) throw error
  })
  return { executable, cacheDir }
}

/** Keeps what another process installed in the meantime, because it may be running already. */
const putInPlace = async (partial: string, home: string, files: Required<ChromiumFiles>) => {
  try {
    await rename(partial, home)
  } catch (error) {
    // Which of the two it is depends on the file system.
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error
    if (await isInstalled(home, files)) return
    await removeDir(home)
    await rename(partial, home)
  }
}

const shippedArchivesDir = () => {
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url)
  if (manifest === undefined) throw new Error('The package @sparticuz/chromium is not installed.')
  return join(dirname(manifest), 'bin')
}

/** Changes when the files unpacked next to the vendor's files change. */
const layoutVersion = 7

/** The size of the archive distinguishes versions as well as its hash does, and needs no reading. */
const archivesVersion = async (archivesDir: string) => {
  const parts = await findParts(archivesDir)
  const bytes =
    parts.length === 0
      ? (await stat(join(archivesDir, packedExecutable))).size
      : parts.reduce((total, part) => total + part.bytes, 0)
  return `${bytes}-${layoutVersion}`
}

/** Unpacks several parts, as scripts/build.ts packs them for Lambda, or one archive, as its vendor does. */
const installExecutable = async (archivesDir: string, target: string) => {
  const parts = await findParts(archivesDir)
  if (parts.length > 0) await inflateParts(parts, target)
  else await inflate(join(archivesDir, packedExecutable), target)
}

/**
 * Returns whether the directory exists. The temporary directory is shared with other users of the machine. Nothing that they could have
 * written is executed or read.
 *
 * @throws Error if others could have written to it
 */
const isPrivate = async (directory: string) => {
  const entry = await lstat(directory).catch(() => undefined)
  if (entry === undefined) return false
  if (!entry.isDirectory() || entry.uid !== process.getuid?.() || (entry.mode & 0o022) !== 0)
    throw new Error(`${directory} is not a private directory of this user. Remove it.`)
  return true
}

const isInstalled = async (home: string, files: Required<ChromiumFiles>) => {
  if (!(await isPrivate(home))) return false
  const found = await Promise.all([stat(files.executable), stat(files.librariesDir)]).catch(() => undefined)
  return found !== undefined
}

const inflate = (archive: string, target: string) =>
  pipeline(
    createReadStream(archive, { highWaterMark: chunkBytes }),
    createBrotliDecompress({ chunkSize: chunkBytes }),
    createWriteStream(target, { mode: 0o700 }),
  )

const unpack = async (archive: string, directory: string) => {
  await mkdir(directory, { recursive: true })
  await untar(await inflateArchive(archive), directory)
}

/** Inflates an archive that is packed as scripts/build.ts packs it, or as its vendor does. */
const inflateArchive = async (archive: string) =>
  existsSync(`${archive}.zst`)
    ? promisify(zstdDecompress)(await readFile(`${archive}.zst`))
    : promisify(brotliDecompress)(await readFile(`${archive}.br`))

const blockBytes = 512

/**
 * Writes the regular files of a tar archive below `directory`. Supports the ustar format of the shipped archives without links and long
 * names. `tar-stream` would add its dependencies and still leave paths, modes and writing to this code.
 */
const untar = async (archive: Buffer, directory: string): Promise<void> => {
  for (let offset = 0; offset + blockBytes <= archive.length; ) {
    const header = archive.subarray(offset, offset + blockBytes)
    const name = text(header, 0, 100)
    if (name === '') return
    const bytes = Number.parseInt(text(header, 124, 12), 8)
    const kind = text(header, 156, 1)
    const start = offset + blockBytes
    if (kind === '0' || kind === '') {
      await writeEntry(
        directory,
        name,
        Number.parseInt(text(header, 100, 8), 8),
        archive.subarray(start, start + bytes),
      )
    }
    offset = start + Math.ceil(bytes / blockBytes) * blockBytes
  }
}

const writeEntry = async (directory: string, name: string, mode: number, body: Buffer) => {
  const path = join(directory, normalize(`/${name}`))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, body)
  await chmod(path, mode & 0o755)
}

const text = (header: Buffer, start: number, length: number) => {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('latin1', 0, end === -1 ? length : end).trim()
}
