import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, measureOneByOne, timeMs } from '../one-by-one.ts'
import { writeResults } from '../results.ts'
import { median, round } from '../statistics.ts'
import type { System } from '../system.ts'
import { measureColdStart } from './cold-start.ts'
import { measureCpuTime } from './cpu-time.ts'
import { createFloor } from './floor.ts'
import { createHandlerSystem } from './handler.ts'
import { createHttp, type HttpSystem } from './http.ts'
import { type PageServer, pageNames, startPageServer } from './pages.ts'
import { createSample } from './sample.ts'

const root = join(import.meta.dirname, '..', '..')

const rounds = 8
const concurrency = 4
const rendersAtOnce = 40

const print = (text: string) => process.stdout.write(`${text}\n`)

const measureThroughput = async (system: System, pages: PageServer, renders = rendersAtOnce) => {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < renders; index = next++)
      await system.render(pages.url(pageNames[index % pageNames.length] as (typeof pageNames)[number]))
  }
  const ms = await timeMs(() => Promise.all(Array.from({ length: concurrency }, worker)))
  return renders / (ms / 1000)
}

const measureThroughputs = async (systems: readonly System[], pages: PageServer) => {
  const throughputs = new Map(systems.map(({ name }) => [name, [] as number[]]))
  // Further execution environments start with the first burst. The cold start is measured separately.
  for (const system of systems) await measureThroughput(system, pages, concurrency * 2)
  // Two rounds in alternation, so a disturbance does not affect only one system.
  for (let i = 0; i < 2; i++)
    for (const system of systems) throughputs.get(system.name)?.push(await measureThroughput(system, pages))
  const floorThroughput = median(throughputs.get('floor') ?? [])
  return Object.fromEntries(
    [...throughputs].map(([name, values]) => [name, round(median(values) / floorThroughput)]),
  )
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
  print(`one at a time: time relative to the floor (median of ${rounds} rounds for each page)`)
  for (const [name, { ratio, pages: ofPages }] of Object.entries(oneByOne))
    print(`  ${name.padEnd(20)} ${ratio.toFixed(2)}   ${JSON.stringify(ofPages)}`)

  const cpuTime = await measureCpuTime([floor, handler, http], pages)
  print('CPU time of a render (Node and browser) in ms, and relative to the floor')
  for (const [name, { ms, ratio, pages: ofPages }] of Object.entries(cpuTime))
    print(`  ${name.padEnd(20)} ${ms} ${ratio.toFixed(2)}   ${JSON.stringify(ofPages)}`)

  const atOnce = await measureThroughputs(systems, pages)
  print(`${concurrency} in parallel: renders per second relative to the floor`)
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
    cpuTime,
    atOnce,
    consent,
    coldStart,
  }
  await writeResults('screenshot', results)
}
