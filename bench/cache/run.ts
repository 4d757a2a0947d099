import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { browsersOf } from '../../test/support/render/browser-processes.ts'
import { restMs, timeMs } from '../one-by-one.ts'
import { writeResults } from '../results.ts'
import { type PageServer, pageNames, startPageServer } from '../screenshot/pages.ts'
import { type BenchService, startBenchService } from '../service.ts'
import { median, round } from '../statistics.ts'

const rounds = 12
/** Enough for every execution environment of the function to have responded. */
const hitsAfterRestart = 20
const ratioMax = 0.1

type Expected = 'hit' | 'miss' | null

const take = async ({ baseUrl, accessKey }: BenchService, url: string, isCached: boolean) => {
  const query = new URLSearchParams({
    url,
    wait_until: 'load',
    block_annoyance: 'none',
    cache: String(isCached),
  })
  const response = await fetch(`${baseUrl}/v1/screenshot?${query}`, {
    headers: { 'x-access-key': accessKey },
  })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`${response.status} ${body}`)
  return { body, status: response.headers.get('x-service-cache') as Expected }
}

const expectStatus = (status: Expected, expected: Expected) => {
  if (status !== expected) throw new Error(`the cache returned ${status} instead of ${expected}`)
}

/** Alternates renders and cache hits of the same page, so other load on the machine affects both. */
const measure = async (service: BenchService, pages: PageServer) => {
  const renderMs = new Map<string, number[]>(pageNames.map((name) => [name, []]))
  const hitMs = new Map<string, number[]>(pageNames.map((name) => [name, []]))
  for (const name of pageNames) expectStatus((await take(service, pages.url(name), true)).status, 'miss')
  for (let i = -1; i < rounds; i++) {
    for (const name of pageNames) {
      const timeOf = async (isCached: boolean, expected: Expected) => {
        await pause(restMs)
        return timeMs(async () =>
          expectStatus((await take(service, pages.url(name), isCached)).status, expected),
        )
      }
      const render = await timeOf(false, null)
      const hit = await timeOf(true, 'hit')
      // The first round is a warm-up.
      if (i < 0) continue
      renderMs.get(name)?.push(render)
      hitMs.get(name)?.push(hit)
    }
  }
  return { renderMs, hitMs }
}

const countBrowsers = async (service: BenchService, pages: PageServer) => {
  let browsers = 0
  for (let i = 0; i < hitsAfterRestart; i++) {
    const name = pageNames[i % pageNames.length] as (typeof pageNames)[number]
    expectStatus((await take(service, pages.url(name), true)).status, 'hit')
    browsers = Math.max(browsers, browsersOf(service.processId).length)
  }
  return browsers
}

const withService = async <T>(dataDir: string, work: (service: BenchService) => Promise<T>): Promise<T> => {
  await using service = await startBenchService(dataDir)
  return await work(service)
}

const all = (times: Map<string, number[]>) => [...times.values()].flat()

/** Compares a cache hit with a render of the same page by the same service, both over HTTP, and counts the processes of a service that serves only hits. */
export const runCacheBench = async () => {
  const pages = await startPageServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-cache-'))
  const { renderMs, hitMs, browsersWhileRendering } = await withService(dataDir, async (service) => ({
    ...(await measure(service, pages)),
    browsersWhileRendering: browsersOf(service.processId).length,
  }))
  const browsersWhileHitting = await withService(dataDir, (service) => countBrowsers(service, pages))
  pages.close()
  await rm(dataDir, { recursive: true, force: true })

  const ratioOf = (hits: number[], renders: number[]) => round(median(hits) / median(renders), 3)
  const results = {
    date: new Date().toISOString().slice(0, 10),
    cpus: availableParallelism(),
    rounds,
    renderMs: round(median(all(renderMs)), 0),
    hitMs: round(median(all(hitMs)), 1),
    ratio: ratioOf(all(hitMs), all(renderMs)),
    pages: Object.fromEntries(
      pageNames.map((name) => [name, ratioOf(hitMs.get(name) ?? [], renderMs.get(name) ?? [])]),
    ),
    browserProcesses: {
      whileRendering: browsersWhileRendering,
      afterRestartWithHitsOnly: browsersWhileHitting,
    },
  }
  process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
  await writeResults('cache', results)
  if (!(results.ratio <= ratioMax))
    throw new Error(`a hit takes ${results.ratio} of a render's time, more than ${ratioMax}`)
  if (browsersWhileRendering === 0 || browsersWhileHitting > 0)
    throw new Error(
      'a service that only returns hits must have no browser, and one that renders must have one',
    )
}
