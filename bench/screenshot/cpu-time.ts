import { setTimeout as pause } from 'node:timers/promises'
import { type PageServer, pageNames } from './pages.ts'
import { readProcessTime } from './process-time.ts'
import { median, round } from './statistics.ts'
import type { System } from './system.ts'

const rounds = 3

/** In the kernel's ticks of 10 ms one render would not be told from another. */
const rendersTogether = 3

/** What a system does after its answer, e.g. open the next page, belongs to the render. */
const restMs = 300

/**
 * What one render of each page takes of all cores, in every process of the system and in the server of the pages. Unlike its
 * duration it says what many renders at a time will come to, and a busy machine disturbs it little.
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
