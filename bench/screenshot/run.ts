import { writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, measureOneByOne, timeMs } from '../one-by-one.ts'
import { measureColdStart } from './cold-start.ts'
import { createFloor } from './floor.ts'
import { createHandlerSystem } from './handler.ts'
import { createHttp, type HttpSystem } from './http.ts'
import { type PageServer, pageNames, startPageServer } from './pages.ts'
import { createSample } from './sample.ts'
import { median, round } from './statistics.ts'
import type { System } from './system.ts'

const root = join(import.meta.dirname, '..', '..')
const resultsPath = join(root, 'bench', 'results', 'screenshot.json')

const rounds = 8
const concurrency = 4
const rendersAtOnce = 40

const print = (text: string) => process.stdout.write(`${text}\n`)

const measureThroughput = async (system: System, pages: PageServer) => {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < rendersAtOnce; index = next++)
      await system.render(pages.url(pageNames[index % pageNames.length] as (typeof pageNames)[number]))
  }
  const ms = await timeMs(() => Promise.all(Array.from({ length: concurrency }, worker)))
  return rendersAtOnce / (ms / 1000)
}

const measureConsent = async (http: HttpSystem, pages: PageServer) => {
  const url = pages.url('minimal')
  const [off, on]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds * 2; i++) {
    off.push(await timeMs(() => http.renderWith(url, { block_annoyance: 'none' })))
    on.push(await timeMs(() => http.renderWith(url, { block_annoyance: 'cookies_banner' })))
  }
  return {
    offMs: round(median(off), 0),
    onMs: round(median(on), 0),
    addedMs: round(median(on) - median(off), 0),
  }
}

export const runScreenshotBench = async () => {
  const assetsDir = join(root, 'generated')
  const pages = await startPageServer()
  await using floor = await createFloor(tmpdir(), join(assetsDir, 'fonts'))
  await using handler = createHandlerSystem(assetsDir, tmpdir())
  await using http = await createHttp()
  await using sample = await createSample()
  const systems = [floor, handler, http, sample]

  const times = await measureOneByOne(systems, pages, rounds)
  const oneByOne = Object.fromEntries(systems.map(({ name }) => [name, compare(times, name)]))
  print(`one at a time, time as a ratio to the floor (median of ${rounds} rounds a page)`)
  for (const [name, { ratio, pages: ofPages }] of Object.entries(oneByOne))
    print(`  ${name.padEnd(20)} ${ratio.toFixed(2)}   ${JSON.stringify(ofPages)}`)

  // Interleaved twice, so that a disturbance does not meet one system alone.
  const throughputs = new Map<string, number[]>()
  for (let i = 0; i < 2; i++)
    for (const system of systems)
      throughputs.set(system.name, [
        ...(throughputs.get(system.name) ?? []),
        await measureThroughput(system, pages),
      ])
  const floorThroughput = median(throughputs.get('floor') ?? [])
  print(`${concurrency} at a time, renders a second as a ratio to the floor`)
  const atOnce = Object.fromEntries(
    [...throughputs].map(([name, values]) => [name, round(median(values) / floorThroughput)]),
  )
  for (const [name, ratio] of Object.entries(atOnce)) print(`  ${name.padEnd(20)} ${ratio.toFixed(2)}`)

  const consent = await measureConsent(http, pages)
  print(`consent handling on a plain page: ${consent.addedMs} ms added (${consent.offMs} → ${consent.onMs})`)
  const coldStart = await measureColdStart(assetsDir)
  print(`cold start, ms: ${JSON.stringify(coldStart)}`)
  pages.close()

  const cpus = availableParallelism()
  const results = {
    date: new Date().toISOString().slice(0, 10),
    cpus,
    rounds,
    concurrency,
    oneByOne,
    atOnce,
    consent,
    coldStart,
  }
  await writeFile(resultsPath, `${JSON.stringify(results, null, 2)}\n`)
  print(`written to ${resultsPath.slice(root.length + 1)}`)
}
