import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { restMs, timeMs } from '../one-by-one.ts'
import { readMemoryMb, readProcessTime } from '../process-time.ts'
import { median, round } from '../statistics.ts'
import type { ChildSystem } from './child-system.ts'
import type { Kind } from './kinds.ts'
import { type PeerPage, type PeerPageServer, peerPages } from './pages.ts'

export interface Latency {
  /** Median of the ratios to the floor, over the pages that the floor shows completely. */
  ratio: number
  /** Median of the times, over the same pages. */
  ms: number
  pages: Partial<Record<PeerPage, number>>
}

/** The mean difference of a pixel, of 255, between two images of one page. An animated chart makes 2, an empty page at least 15. */
const differenceMax = 6

/** Whether two images show the same, apart from an animation. */
const looksAlike = async (one: Buffer, other: Buffer) => {
  const toPixels = (image: Buffer) =>
    sharp(image).greyscale().resize(64, 54, { fit: 'fill' }).raw().toBuffer()
  const [a, b] = [await toPixels(one), await toPixels(other)]
  const sum = a.reduce((total, value, index) => total + Math.abs(value - (b[index] ?? 0)), 0)
  return sum / a.length <= differenceMax
}

/** Returns for each system the pages whose image lacks something that the first system shows. */
export const findIncomplete = async (
  systems: readonly ChildSystem[],
  pages: PeerPageServer,
): Promise<Record<string, PeerPage[]>> => {
  const incomplete = Object.fromEntries(systems.map(({ name }) => [name, [] as PeerPage[]]))
  const [first, ...others] = systems
  for (const page of peerPages) {
    const image = await first?.render(pages.url(page), 'screenshot')
    for (const { name, render } of others)
      if (image && !(await looksAlike(image, await render(pages.url(page), 'screenshot'))))
        incomplete[name]?.push(page)
  }
  return incomplete
}

/** Renders each page with each system once per round, in changing order. The first round is a warm-up. */
export const measureLatency = async (
  systems: readonly ChildSystem[],
  pages: PeerPageServer,
  kind: Kind,
  {
    rounds,
    compared,
    shown = compared,
  }: { rounds: number; compared: readonly PeerPage[]; shown?: readonly PeerPage[] },
): Promise<Record<string, Latency>> => {
  const times = new Map(
    systems.map(({ name }) => [name, new Map(shown.map((page) => [page, [] as number[]]))]),
  )
  for (let i = -1; i < rounds; i++)
    for (const page of shown)
      for (let j = 0; j < systems.length; j++) {
        const system = systems[(i + 1 + j) % systems.length] as ChildSystem
        await pause(restMs)
        const ms = await timeMs(() => system.render(pages.url(page), kind))
        if (i >= 0) times.get(system.name)?.get(page)?.push(ms)
      }
  const medianOf = (name: string, page: PeerPage) => median(times.get(name)?.get(page) ?? [])
  const toLatency = (name: string): Latency => {
    const ratios = shown.map((page) => [page, round(medianOf(name, page) / medianOf('floor', page))] as const)
    return {
      ms: round(median(compared.map((page) => medianOf(name, page))), 0),
      ratio: round(median(ratios.filter(([page]) => compared.includes(page)).map(([, ratio]) => ratio))),
      pages: Object.fromEntries(ratios),
    }
  }
  return Object.fromEntries(systems.map(({ name }) => [name, toLatency(name)]))
}

export interface Throughput {
  perSecond: number
  ratio: number
  /** CPU time of one render, in all processes of the system. */
  cpuMs: number
  cpuRatio: number
  /** Peak of all processes of the system. */
  memoryMb: number
}

interface Run {
  perSecond: number
  cpuMs: number
}

const memoryEveryMs = 250

interface Load {
  pages: PeerPageServer
  /** Only these are rendered, in turn. */
  compared: readonly PeerPage[]
  atOnce: number
}

const renderAll = async (system: ChildSystem, { pages, compared, atOnce }: Load, renders: number) => {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < renders; index = next++)
      await system.render(pages.url(compared[index % compared.length] as PeerPage), 'screenshot')
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Begins with a warm-up, because the service ends its processes while the other systems take their turns. */
const runOnce = async (system: ChildSystem, load: Load, renders: number): Promise<Run> => {
  await renderAll(system, load, load.atOnce)
  const startedCpuMs = readProcessTime(system.processId)
  const ms = await timeMs(() => renderAll(system, load, renders))
  return {
    perSecond: renders / (ms / 1000),
    cpuMs: (readProcessTime(system.processId) - startedCpuMs) / renders,
  }
}

/** Not part of a timed run, because reading the memory of many processes takes CPU time. */
const readPeakMemory = async (system: ChildSystem, load: Load, renders: number): Promise<number> => {
  let peakMb = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, readMemoryMb(system.processId))
  }, memoryEveryMs)
  await renderAll(system, load, renders)
  clearInterval(sampling)
  return peakMb
}

/** Measures screenshots in parallel. The run that measures memory is also a warm-up, in which further environments start. */
export const measureThroughput = async (
  systems: readonly ChildSystem[],
  load: Load,
  { rounds, renders }: { rounds: number; renders: number },
): Promise<Record<string, Throughput>> => {
  const runs = new Map<string, Run[]>(systems.map(({ name }) => [name, []]))
  const memory = new Map<string, number>()
  for (const system of systems)
    memory.set(system.name, await readPeakMemory(system, load, Math.max(12, load.atOnce * 2)))
  for (let i = 0; i < rounds; i++)
    for (const system of systems) runs.get(system.name)?.push(await runOnce(system, load, renders))
  const of = (name: string, key: keyof Run) => median((runs.get(name) ?? []).map((run) => run[key]))
  return Object.fromEntries(
    systems.map(({ name }) => [
      name,
      {
        perSecond: round(of(name, 'perSecond')),
        ratio: round(of(name, 'perSecond') / of('floor', 'perSecond')),
        cpuMs: round(of(name, 'cpuMs'), 0),
        cpuRatio: round(of(name, 'cpuMs') / of('floor', 'cpuMs')),
        memoryMb: round(memory.get(name) ?? 0, 0),
      },
    ]),
  )
}
