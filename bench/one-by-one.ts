import { setTimeout as pause } from 'node:timers/promises'
import { type PageServer, pageNames } from './screenshot/pages.ts'
import { median, round } from './statistics.ts'
import type { System } from './system.ts'

/** A pause, because work that one system does after its response (closing, opening the next page) must not affect the next render. */
export const restMs = 200

export const timeMs = async (work: () => Promise<unknown>) => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Renders each page with each system once per round, in changing order, so load on the machine affects all systems equally. */
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
        // The first round is a warm-up.
        if (i < 0) continue
        const ofSystem = times.get(system.name) as Map<string, number[]>
        ofSystem.set(page, [...(ofSystem.get(page) ?? []), ms])
      }
    }
  }
  return times
}

type Times = Awaited<ReturnType<typeof measureOneByOne>>

/** Returns the ratio of medians for each page, and the median of these ratios. */
export const compare = (times: Times, name: string) => {
  const pages = Object.fromEntries(
    pageNames.map((page) => [
      page,
      round(median(times.get(name)?.get(page) ?? []) / median(times.get('floor')?.get(page) ?? [])),
    ]),
  )
  return { ratio: round(median(Object.values(pages))), pages }
}
