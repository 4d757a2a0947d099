import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'
import { queueFunctions } from '../../infra/functions.ts'
import { findParts, inflateParts } from '../../lib/render/browser/chromium-parts.ts'
import { buildFunction, packChromium } from '../../scripts/build.ts'
import { folderBytes } from '../../test/support/service/folder-bytes.ts'
import { writeResults } from '../results.ts'
import { median, round } from '../statistics.ts'
import { measureFirstImage } from './first-image.ts'

const root = join(import.meta.dirname, '..', '..')
const vendorDir = join(root, 'node_modules', '@sparticuz', 'chromium')
const archive = join(vendorDir, 'bin', 'chromium.br')

const rounds = 9

/** The maximum of an unzipped package with layers. */
const lambdaBytesMax = 262_144_000

/** One way to ship the executable: the files in the package, and how they are extracted to /tmp. */
interface Way {
  name: string
  prepare(executable: Buffer, directory: string): Promise<void>
  install(directory: string, target: string): Promise<void>
}

const inParts = (count: number, level: number): Way => ({
  name: `zstd-${level} in ${count}`,
  prepare: async (_executable, directory) =>
    cp(await packChromium({ count, level }), directory, { recursive: true }),
  install: async (directory, target) => inflateParts(await findParts(directory), target),
})

const ways: Way[] = [
  {
    name: 'brotli in 1, as the vendor packs it',
    prepare: (_executable, directory) => cp(archive, join(directory, 'chromium.br')),
    install: (directory, target) =>
      pipeline(
        createReadStream(join(directory, 'chromium.br'), { highWaterMark: 2 ** 21 }),
        createBrotliDecompress({ chunkSize: 2 ** 21 }),
        createWriteStream(target, { mode: 0o700 }),
      ),
  },
  inParts(1, 9),
  inParts(2, 9),
  inParts(4, 3),
  inParts(4, 9),
  inParts(4, 17),
  inParts(4, 19),
  {
    name: 'raw',
    prepare: (executable, directory) => writeFile(join(directory, 'chromium'), executable),
    install: (directory, target) => cp(join(directory, 'chromium'), target),
  },
]

const measure = async (way: Way, directory: string, target: string, executableBytes: number) => {
  await rm(target, { force: true })
  const startedCpu = process.cpuUsage()
  const startedMs = performance.now()
  await way.install(directory, target)
  const wallMs = performance.now() - startedMs
  const { user, system } = process.cpuUsage(startedCpu)
  if ((await stat(target)).size !== executableBytes) throw new Error(`${way.name} makes another file.`)
  return { wallMs, cpuMs: (user + system) / 1000 }
}

/** The package of a rendering function without the executable. */
const measureRest = async (temporaryDir: string) => {
  const built = await buildFunction(queueFunctions.renderWorker, temporaryDir)
  const parts = await findParts(join(built, 'node_modules', '@sparticuz', 'chromium', 'bin'))
  return (await folderBytes(built)) - parts.reduce((total, { bytes }) => total + bytes, 0)
}

/** Compares ways to ship Chromium in a Lambda package, and the time to the first image with the common sample. Each in alternation. */
export const runColdStartBench = async () => {
  const temporaryDir = await mkdtemp(join(tmpdir(), 'bench-ship-'))
  try {
    const executable = await promisify(brotliDecompress)(await readFile(archive))
    const restBytes = await measureRest(temporaryDir)
    const folders = new Map<Way, string>()
    for (const [index, way] of ways.entries()) {
      const folder = join(temporaryDir, String(index))
      await mkdir(folder)
      await way.prepare(executable, folder)
      folders.set(way, folder)
    }
    const samples = new Map(ways.map((way) => [way, [] as { wallMs: number; cpuMs: number }[]]))
    for (let count = 0; count < rounds; count += 1)
      for (const [way, folder] of folders)
        samples.get(way)?.push(await measure(way, folder, join(temporaryDir, 'chromium'), executable.length))
    const results = await Promise.all(
      ways.map((way) => summarise(way, folders.get(way) ?? '', samples.get(way) ?? [], restBytes)),
    )
    await record(results, executable.length, await measureFirstImage())
  } finally {
    await rm(temporaryDir, { recursive: true, force: true })
  }
}

const summarise = async (
  { name }: Way,
  folder: string,
  samples: readonly { wallMs: number; cpuMs: number }[],
  restBytes: number,
) => {
  const packedBytes = await folderBytes(folder)
  const packageBytes = restBytes + packedBytes
  return {
    name,
    packedBytes,
    packageBytes,
    fits: packageBytes < lambdaBytesMax,
    wallMs: round(median(samples.map(({ wallMs }) => wallMs)), 0),
    // Other load on the machine can only increase the time, so the minimum is the best estimate.
    wallMsMin: round(Math.min(...samples.map(({ wallMs }) => wallMs)), 0),
    cpuMs: round(median(samples.map(({ cpuMs }) => cpuMs)), 0),
  }
}

const record = async (results: readonly object[], executableBytes: number, firstImage: readonly object[]) => {
  const date = new Date().toISOString().slice(0, 10)
  const { version } = JSON.parse(await readFile(join(vendorDir, 'package.json'), 'utf8'))
  const report = { date, rounds, version, executableBytes, ways: results, firstImage }
  await writeResults('cold-start', report)
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
}
