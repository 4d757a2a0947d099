import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLogger } from '../../lib/base/logger.ts'
import { createMemoryGauge } from '../../lib/render/browser/process-group.ts'
import { assetsDir } from '../../test/support/render/shared-browser.ts'
import { becomeUnprivileged } from '../../test/support/unprivileged.ts'
import { readProcessTime } from '../process-time.ts'
import { toCompactJson } from '../results.ts'
import { createHandlerSystem } from '../screenshot/handler.ts'
import { type PageServer, pageNames, startPageServer } from '../screenshot/pages.ts'
import { median, round } from '../statistics.ts'

const resultsPath = join(import.meta.dirname, '..', 'results', 'sandbox.json')
const wrapper = join(import.meta.dirname, '..', '..', 'functions', 'exec-wrapper.sh')

const screenshotRounds = Number(process.argv[3] ?? 10)
const launchRounds = Number(process.argv[4] ?? 7)

/** Chromium's flag for its sandbox without namespaces, as in a container. */
const seccomp = '--disable-namespace-sandbox'

/** The ways to start the browser. The first one is the baseline. */
const ways: Record<string, string[]> = {
  'without a sandbox': ['--no-sandbox'],
  namespaces: [],
  seccomp: [seccomp],
}

const startWay = ([name, chromiumFlags]: [string, string[]]) => {
  let processId = 0
  const info = (fields: Readonly<Record<string, unknown>>) => (processId = Number(fields['processId']))
  const create = () =>
    createHandlerSystem(assetsDir, tmpdir(), {
      chromiumFlags,
      log: { ...silentLogger, info },
    })
  const way = {
    name,
    system: create(),
    processId: () => processId,
    memoryMb: () => createMemoryGauge(processId)() / 2 ** 20,
    cpuMs: [] as number[],
    ms: [] as number[],
    firstMs: [] as number[],
    memory: [] as number[],
    /** Time from the launch of a browser, which is unpacked, to its first image. */
    async launch(url: string) {
      await way.close()
      const startMs = performance.now()
      way.system = create()
      await way.system.render(url)
      way.firstMs.push(performance.now() - startMs)
    },
    close: async () => way.system[Symbol.asyncDispose](),
  }
  return way
}

type Way = ReturnType<typeof startWay>

const measure = async (way: Way, url: string) => {
  const before = readProcessTime(way.processId())
  const startMs = performance.now()
  await way.system.render(url)
  way.ms.push(performance.now() - startMs)
  await way.system.settled()
  await pause(40)
  way.cpuMs.push(readProcessTime(way.processId()) - before)
}

/** In alternation, beginning with another way in each round. */
const measureScreenshots = async (all: readonly Way[], pages: PageServer) => {
  const inRound = (index: number) => all.map((_, place) => all[(place + index) % all.length] as Way)
  for (let index = 0; index < screenshotRounds; index++)
    for (const page of pageNames) for (const way of inRound(index)) await measure(way, pages.url(page))
}

const measureAll = async (all: readonly Way[], pages: PageServer) => {
  for (const way of all) for (const page of pageNames) await way.system.render(pages.url(page))
  await measureScreenshots(all, pages)
  for (const way of all) way.memory.push(way.memoryMb())
  for (let index = 0; index < launchRounds; index++)
    for (const way of all) await way.launch(pages.url('minimal'))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Differences to the baseline in the same round, because the machine changes between rounds. */
const compare = (way: Way, base: Way) => {
  const cpu = way.cpuMs.map((value, index) => value - (base.cpuMs[index] ?? Number.NaN))
  const ms = way.ms.map((value, index) => value - (base.ms[index] ?? Number.NaN))
  const deviation = Math.sqrt(mean(cpu.map((value) => (value - mean(cpu)) ** 2)))
  return {
    screenshots: cpu.length,
    cpuMs: round(mean(way.cpuMs), 1),
    cpuRatio: round(mean(way.cpuMs) / mean(base.cpuMs), 3),
    cpuDifferenceMs: round(mean(cpu), 1),
    standardErrorMs: round(deviation / Math.sqrt(cpu.length), 1),
    medianMs: round(median(way.ms), 0),
    medianDifferenceMs: round(median(ms), 1),
    firstImageMs: round(median(way.firstMs), 0),
    memoryMb: round(mean(way.memory), 0),
  }
}

/** How long a Node that does nothing takes to start, with and without the wrapper of the functions. */
const measureWrapper = () => {
  const times = { direct: [] as number[], wrapped: [] as number[] }
  for (let index = 0; index < 15; index++)
    for (const way of ['direct', 'wrapped'] as const) {
      const startMs = performance.now()
      const command = way === 'direct' ? [] : [wrapper]
      spawnSync('/usr/bin/env', [...command, process.execPath, '-e', '0'])
      times[way].push(performance.now() - startMs)
    }
  return { directMs: round(median(times.direct), 1), wrappedMs: round(median(times.wrapped), 1) }
}

export const runSandboxBench = async () => {
  const file = await open(resultsPath, 'w')
  // Chromium has no sandbox for root.
  becomeUnprivileged()
  const pages = await startPageServer()
  const all = Object.entries(ways).map(startWay)
  await measureAll(all, pages)
  const [base] = all
  const results = {
    date: new Date().toISOString().slice(0, 10),
    ways: Object.fromEntries(all.map((way) => [way.name, compare(way, base as Way)])),
    node: measureWrapper(),
  }
  const text = `${toCompactJson(results)}\n`
  await file.writeFile(text)
  process.stdout.write(text)
  for (const way of all) await way.close()
  process.exit()
}
