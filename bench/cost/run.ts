import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPdfSystem } from '../pdf/handler.ts'
import { readProcessTime } from '../process-time.ts'
import { writeResults } from '../results.ts'
import { createScrapeSystems } from '../scrape/handler.ts'
import { startVideoPages } from '../screencast/pages.ts'
import { createVideoSystem } from '../screencast/systems.ts'
import { createHandlerSystem } from '../screenshot/handler.ts'
import { pageNames, startPageServer } from '../screenshot/pages.ts'
import { median, round } from '../statistics.ts'

const root = join(import.meta.dirname, '..', '..')

const rounds = 8

interface Cost {
  /** Elapsed time, which other processes of the machine affect. */
  wallSeconds: number
  /** CPU time of all processes of a render. Other load on the machine hardly affects it. */
  cpuSeconds: number
}

/** The cost of a render and the length of its response. */
interface RenderCost extends Cost {
  bytes: number
}

type Render = (url: string) => Promise<Uint8Array>

const measure = async (run: () => Promise<unknown>): Promise<Cost> => {
  const startedCpu = readProcessTime() / 1000
  const startedMs = performance.now()
  await run()
  const wallSeconds = (performance.now() - startedMs) / 1000
  return { wallSeconds, cpuSeconds: readProcessTime() / 1000 - startedCpu }
}

/** Measures renders of a page after a warm-up. @returns medians, but the mean of CPU times, because a tick is 10 ms */
const measurePage = async (render: Render, url: string, count: number): Promise<RenderCost> => {
  const body = await render(url)
  const costs: Cost[] = []
  for (let i = 0; i < count; i += 1) costs.push(await measure(() => render(url)))
  return {
    bytes: body.length,
    wallSeconds: median(costs.map(({ wallSeconds }) => wallSeconds)),
    cpuSeconds: costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / count,
  }
}

/** Measures how an environment closes the page of a render and opens the next one. */
const measureAfter = async (
  { render, settled }: ReturnType<typeof createHandlerSystem>,
  url: string,
): Promise<Cost[]> => {
  const costs: Cost[] = []
  for (let i = 0; i < rounds; i += 1) {
    await settled()
    await render(url)
    costs.push(await measure(settled))
  }
  return costs
}

const toMeans = <T extends object>(costs: readonly T[]): T => {
  const mean = (key: keyof T) =>
    round(costs.reduce((sum, cost) => sum + Number(cost[key]), 0) / costs.length, key === 'bytes' ? 0 : 3)
  const keys = Object.keys(costs[0] ?? {}) as (keyof T)[]
  return Object.fromEntries(keys.map((key) => [key, mean(key)])) as T
}

/** Measures a warm render of each operation, over the five pages of the screenshot benchmark and both videos, for docs/operate/cost.md. */
export const runCostBench = async () => {
  const assetsDir = join(root, 'generated')
  const pages = await startPageServer()
  const videoPages = await startVideoPages()
  await using screenshot = createHandlerSystem(assetsDir, tmpdir())
  await using pdf = createPdfSystem(assetsDir, tmpdir())
  await using scrape = createScrapeSystems(assetsDir, tmpdir())
  await using video = createVideoSystem(assetsDir)
  const overPages = async (render: Render) => {
    const costs: RenderCost[] = []
    for (const name of pageNames) costs.push(await measurePage(render, pages.url(name), rounds))
    return toMeans(costs)
  }
  const [html] = scrape.all
  if (!html) throw new Error('The scrape systems are empty.')
  const after: Cost[] = []
  for (const name of pageNames) after.push(...(await measureAfter(screenshot, pages.url(name))))
  // By the names of the rows in docs/operate/cost.md.
  const results: Record<string, Cost | RenderCost> = {
    screenshot: await overPages((url) => screenshot.render(url)),
    pdf: await overPages((url) => pdf.render(url)),
    scrape: await overPages((url) => html.render(url)),
    'after the response of a render': toMeans(after),
    'screencast of 5 s, static': toMeans([
      await measurePage((url) => video.take(url), videoPages.url('resting'), 1),
    ]),
    'screencast of 5 s, in motion': toMeans([
      await measurePage((url) => video.take(url), videoPages.url('busy'), 1),
    ]),
  }
  pages.close()
  videoPages.close()
  for (const [name, { wallSeconds, cpuSeconds }] of Object.entries(results))
    process.stdout.write(`${name.padEnd(28)} ${wallSeconds.toFixed(2)} s, CPU ${cpuSeconds.toFixed(2)} s\n`)
  const date = new Date().toISOString().slice(0, 10)
  const summary = { date, cpus: availableParallelism(), rounds, results }
  await writeResults('cost', summary)
}
