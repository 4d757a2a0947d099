import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readResults, writeResults } from '../results.ts'
import { type Figures, isWorse, toAbsoluteRows, toRatioRows } from './check-rows.ts'
import { type ChildSystem, startOurs, startPeer } from './child-system.ts'
import { installPeers } from './install.ts'
import { findIncomplete, measureLatency, measureThroughput } from './measure.ts'
import { type PeerPage, type PeerPageServer, peerPages, startPeerPages } from './pages.ts'

const peerNames = ['playwright-core', 'puppeteer-cluster', 'browserless (microlink)', 'launch per request']

/** Measured for screenshots only, because the whole takes a quarter of an hour without them. */
const slowPeers: ReadonlySet<string> = new Set(['browserless (microlink)', 'launch per request'])

interface Results extends Figures {
  date: string
  machine: string
  /** By system, the pages whose image lacks something that the service shows. */
  incomplete: Record<string, PeerPage[]>
}

const print = (text = '') => process.stdout.write(`${text}\n`)

/** Says how long each part took, because the whole takes minutes. */
const stage = async <T>(name: string, measure: () => Promise<T>): Promise<T> => {
  const startedMs = performance.now()
  const result = await measure()
  print(`${name}: measured in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
  return result
}

interface Systems {
  ours: ChildSystem[]
  floor: ChildSystem
  peers: ChildSystem[]
  pages: PeerPageServer
}

const withSystems = async <T>(
  names: readonly string[],
  work: (systems: Systems) => Promise<T>,
): Promise<T> => {
  installPeers()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-peers-'))
  try {
    using pages = await startPeerPages()
    await using stack = new AsyncDisposableStack()
    const { defaults, likePeers } = stack.use(await startOurs(dataDir))
    const floor = stack.use(await startPeer('floor'))
    const peers: ChildSystem[] = []
    for (const name of names) peers.push(stack.use(await startPeer(name)))
    return await work({ ours: [defaults, likePeers], floor, peers, pages })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Without the pages that the floor shows incompletely. */
const comparedPages = (incomplete: Results['incomplete']) =>
  peerPages.filter((page) => !incomplete['floor']?.includes(page))

/** Compares the service, over HTTP and with all defaults, with the bare browser and with what users would take instead. */
export const runPeersBench = async () => {
  const results = await withSystems(peerNames, async ({ ours, floor, peers, pages }): Promise<Results> => {
    const [defaults, likePeers] = ours as [ChildSystem, ChildSystem]
    const all = [defaults, likePeers, floor, ...peers]
    const quick = all.filter(({ name }) => !slowPeers.has(name))
    const incomplete = await stage('images', () => findIncomplete(all, pages))
    const compared = comparedPages(incomplete)
    const screenshot = await stage('screenshot', () =>
      measureLatency(all, pages, 'screenshot', { rounds: 4, compared, shown: peerPages }),
    )
    // Before the other operations, whose browsers would count as memory.
    const throughput: Results['throughput'] = {}
    for (const atOnce of [2, 4, 8])
      throughput[atOnce] = await stage(`${atOnce} in parallel`, () =>
        measureThroughput(
          atOnce === 2 ? all : quick,
          { pages, compared, atOnce },
          { rounds: 3, renders: 12 },
        ),
      )
    const full_page = await stage('full page', () =>
      measureLatency(quick, pages, 'full_page', { rounds: 3, compared }),
    )
    const pdf = await stage('PDF', () => measureLatency(quick, pages, 'pdf', { rounds: 3, compared }))
    const html = await stage('HTML', () => measureLatency(quick, pages, 'html', { rounds: 3, compared }))
    return {
      date: new Date().toISOString().slice(0, 10),
      machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
      incomplete,
      screenshot,
      full_page,
      pdf,
      html,
      throughput,
    }
  })
  printTable(results)
  await writeResults('peers', results)
}

const printTable = ({ incomplete, screenshot, full_page, pdf, html, throughput }: Results) => {
  for (const [name, pages] of Object.entries(incomplete))
    if (pages.length > 0) print(`${name}: ${pages.join(', ')} incomplete`)
  print(
    '| system | screenshot | full page | PDF | HTML | renders/s at 2, 4, 8 | ratio at 2 | CPU at 2, ms | memory at 2, MB |',
  )
  print('|---|---|---|---|---|---|---|---|---|')
  const cell = (value: number | undefined) => value?.toFixed(2) ?? '–'
  for (const [name, { ratio }] of Object.entries(screenshot)) {
    const perSecond = Object.values(throughput).map((systems) => cell(systems[name]?.perSecond))
    const { ratio: ratioAtTwo, cpuMs, memoryMb } = throughput[2]?.[name] ?? {}
    print(
      `| ${name} | ${cell(ratio)} | ${cell(full_page[name]?.ratio)} | ${cell(pdf[name]?.ratio)} | ${cell(html[name]?.ratio)} | ${perSecond.join(', ')} | ${cell(ratioAtTwo)} | ${cpuMs} | ${memoryMb} |`,
    )
  }
}

const measureQuickly = (compared: readonly PeerPage[]) =>
  withSystems([], async ({ ours, floor, pages }) => {
    const systems = [...ours, floor]
    const figures: Figures = {
      screenshot: await measureLatency(systems, pages, 'screenshot', { rounds: 4, compared }),
      full_page: await measureLatency(systems, pages, 'full_page', { rounds: 2, compared }),
      pdf: await measureLatency(systems, pages, 'pdf', { rounds: 2, compared }),
      html: await measureLatency(systems, pages, 'html', { rounds: 2, compared }),
      throughput: {
        2: await measureThroughput(systems, { pages, compared, atOnce: 2 }, { rounds: 3, renders: 24 }),
      },
    }
    return { names: ours.map(({ name }) => name), figures }
  })

/**
 * Measures the service's ratios to the floor again, and fails if one is worse than recorded by more than 15 %. It compares the pages of the
 * recorded run, because the floor shows some pages completely in one run and not in the next.
 * @param file if given, compares times and memory with those that the first run with this file wrote to it, with another browser
 */
export const runCheck = async (file?: string) => {
  const recorded: Results = await readResults('peers')
  const { names, figures } = await measureQuickly(comparedPages(recorded.incomplete))
  if (file !== undefined && !existsSync(file)) {
    await writeFile(file, JSON.stringify(figures))
    print(`written to ${file}`)
    return
  }
  const before: Figures = file === undefined ? recorded : JSON.parse(await readFile(file, 'utf8'))
  const toRows = file === undefined ? toRatioRows : toAbsoluteRows
  const rows = names.flatMap((name) => toRows(name, figures, before))
  for (const row of rows)
    print(
      `${isWorse(row) ? 'WORSE' : 'ok   '} ${row.text}: ${row.now.toFixed(2)}, before ${row.before.toFixed(2)}`,
    )
  const worse = rows.filter(isWorse).length
  print(`${rows.length - worse} passed, ${worse} failed`)
  if (worse > 0) process.exitCode = 1
}
