import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startVideoReader } from '../../test/support/render/video-reader.ts'
import { writeResults } from '../results.ts'
import { median, round } from '../statistics.ts'
import { startVideoPages } from './pages.ts'
import { measureQuality } from './quality.ts'
import {
  createOurs,
  createPuppeteer,
  createStartScreencast,
  hasFfmpeg,
  seconds,
  type VideoSystem,
} from './systems.ts'

const root = join(import.meta.dirname, '..', '..')

const rounds = 2

const print = (text: string) => process.stdout.write(`${text}\n`)

interface Sample {
  wallSeconds: number
  frames: number
  different: number
  /** The largest step of the page's counter between two consecutive frames. */
  longestJump: number
}

const measure = async (system: VideoSystem, url: string): Promise<Sample> => {
  const { wallMs, counts } = await system.record(url)
  const values = await counts()
  const jumps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
  return {
    wallSeconds: wallMs / 1000,
    frames: values.length,
    different: new Set(values).size,
    longestJump: Math.max(0, ...jumps),
  }
}

const summarise = (samples: Sample[]) => {
  const of = (name: keyof Sample) => samples.map((sample) => sample[name])
  return {
    wallSeconds: round(median(of('wallSeconds'))),
    frames: of('frames'),
    different: of('different'),
    longestJump: Math.max(...of('longestJump')),
  }
}

/** Compares videos of 5 s, 1280 × 1080, 30 frames a second, of a page that counts its frames and of a mostly static page. */
export const runScreencastBench = async () => {
  const assetsDir = join(root, 'generated')
  const pages = await startVideoPages()
  await using reader = await startVideoReader()
  await using ours = createOurs(assetsDir, reader)
  await using raw = await createStartScreencast(assetsDir)
  await using others = new AsyncDisposableStack()
  const systems: VideoSystem[] = [ours, raw]
  if (hasFfmpeg()) systems.push(others.use(await createPuppeteer(assetsDir, reader)))
  else print('puppeteer page.screencast is skipped, because it requires ffmpeg')

  await measure(ours, pages.url('resting'))
  const results: Record<string, Record<string, ReturnType<typeof summarise>>> = {}
  for (const page of ['busy', 'resting'] as const) {
    const samples = new Map(systems.map(({ name }) => [name, [] as Sample[]]))
    for (let i = 0; i < rounds; i++)
      for (const system of systems) samples.get(system.name)?.push(await measure(system, pages.url(page)))
    results[page] = Object.fromEntries([...samples].map(([name, list]) => [name, summarise(list)]))
    print(`${page}, a video of ${seconds} s, median of ${rounds}`)
    for (const [name, { wallSeconds, different, frames, longestJump }] of Object.entries(results[page]))
      print(
        `  ${name.padEnd(36)} ${wallSeconds.toFixed(1)} s, ${round(wallSeconds / seconds).toFixed(2)} × its length; different ${different} of ${frames}; longest jump ${longestJump}`,
      )
  }
  const quality = hasFfmpeg() ? await measureQuality(assetsDir, pages.url('busy')) : undefined
  if (quality) print(`quality of the busy page: PSNR ${quality.psnrDb} dB, ${quality.bytes} bytes for 3 s`)
  pages.close()
  const summary = {
    date: new Date().toISOString().slice(0, 10),
    cpus: availableParallelism(),
    rounds,
    seconds,
    results,
    quality,
  }
  await writeResults('screencast', summary)
}
