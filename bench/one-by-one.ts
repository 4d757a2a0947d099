import { setTimeout as pause } from 'node:timers/promises'
import { type PageServer, pageNames } from './screenshot/pages.ts'
import { median, round } from './screenshot/statistics.ts'
import type { System } from './screenshot/system.ts'

/** What one system does after its answer (closing, opening the next page) must not meet the next one's render. */
export const restMs = 200

export const timeMs = async (work: () => Promise<unknown>) => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Every round takes each page with each system once, in another order, so that load on the machine meets all alike. */
export const measureOneByOne = async (systems: readonly System[], pages: PageServer, rounds: number) => {
  const times = new Map(systems.map(({ name }) => [name, new Map<string, number[]>()]))
  for (let i = -1; i < rounds; i++) {
    for (const page of pageNames) {
      const order = systems.map(
        (_, index) => systems[(index + i + systems.length) % systems.length] as System,
      )
      for (const system of order) {
        await pause(restMs)
        const ms = await timeMs(() => system.render(pages.url(page)))
        // The first round only warms up.
        if (i < 0) continue
        const ofSystem = times.get(system.name) as Map<string, number[]>
        ofSystem.set(page, [...(ofSystem.get(page) ?? []), ms])
      }
    }
  }
  return times
}

type Times = Awaited<ReturnType<typeof measureOneByOne>>

/** The median over the pages of each page's ratio of medians, and the ratio page by page. */
export const compare = (times: Times, name: string) => {
  const pages = Object.fromEntries(
    pageNames.map((page) => [
      page,
      round(median(times.get(name)?.get(page) ?? []) / median(times.get('floor')?.get(page) ?? [])),
    ]),
  )
  return { ratio: round(median(Object.values(pages))), pages }
}
