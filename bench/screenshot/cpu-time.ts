import { setTimeout as pause } from 'node:timers/promises'
import { readProcessTime } from '../process-time.ts'
import { median, round } from '../statistics.ts'
import type { System } from '../system.ts'
import { type PageServer, pageNames } from './pages.ts'

const rounds = 3

/** Several renders, because the kernel's ticks of 10 ms are too coarse for one. */
const rendersTogether = 3

/** A pause, because work after the response, such as opening the next page, belongs to the render. */
const restMs = 300

/**
 * Measures the CPU time of one render of each page, in all processes of the system and the page server. Unlike the duration, it
 * predicts the throughput of parallel renders and is hardly affected by other load.
 */
export const measureCpuTime = async (systems: readonly System[], pages: PageServer) => {
  const times = new Map(systems.map(({ name }) => [name, new Map<string, number[]>()]))
  for (let i = 0; i < rounds; i++)
    for (const page of pageNames)
      for (const system of systems) {
        const ofSystem = times.get(system.name)
        const ms = await measure(system, pages.url(page))
        ofSystem?.set(page, [...(ofSystem.get(page) ?? []), ms])
      }
  const msOf = (name: string, page: string) => median(times.get(name)?.get(page) ?? [])
  const sumOf = (name: string) => pageNames.reduce((sum, page) => sum + msOf(name, page), 0)
  return Object.fromEntries(
    systems.map(({ name }) => [
      name,
      {
        ms: round(sumOf(name) / pageNames.length, 0),
        ratio: round(sumOf(name) / sumOf('floor')),
        pages: Object.fromEntries(pageNames.map((page) => [page, round(msOf(name, page), 0)])),
      },
    ]),
  )
}

const measure = async (system: System, url: string) => {
  const beforeMs = readProcessTime()
  for (let i = 0; i < rendersTogether; i++) await system.render(url)
  await pause(restMs)
  return (readProcessTime() - beforeMs) / rendersTogether
}
