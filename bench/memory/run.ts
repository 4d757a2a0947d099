import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readMemoryMb } from '../process-time.ts'
import { writeResults } from '../results.ts'
import { type PageServer, pageNames, startPageServer } from '../screenshot/pages.ts'
import { type BenchService, startBenchService } from '../service.ts'

const renders = 300

/** More than the workers of a small machine. */
const atOnce = 3

const idleMs = 60_000

const requests: readonly (readonly [string, object])[] = [
  ['screenshot', {}],
  ['screenshot', { full_page: true, full_page_scroll: true }],
  ['pdf', {}],
  ['scrape', { format: 'md', only_main_content: true }],
  ['scrape', { format: 'html' }],
  ['snapshot', { outputs: ['screenshot', 'html', 'markdown'] }],
  ['screenshot', { async: true }],
  ['screencast', { duration: 2, fps: 10 }],
]

const send = async ({ baseUrl, accessKey }: BenchService, pages: PageServer, index: number) => {
  const [operation, options] = requests[index % requests.length] ?? ['screenshot', {}]
  const url = pages.url(pageNames[index % pageNames.length] ?? 'minimal')
  const response = await fetch(`${baseUrl}/v1/${operation}`, {
    method: 'POST',
    headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url, ...options }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Measures the memory (PSS) of the complete service during many renders and after a minute of rest. @param argument the number of renders */
export const runMemoryBench = async (argument = String(renders)) => {
  const count = Number(argument)
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-memory-'))
  const pages = await startPageServer()
  const summary = await measure(count, dataDir, pages)
  pages.close()
  await rm(dataDir, { recursive: true })
  const date = new Date().toISOString().slice(0, 10)
  const results = { date, workers: availableParallelism(), renders: count, ...summary }
  process.stdout.write(`${JSON.stringify(results)}\n`)
  if (count === renders) await writeResults('memory', results)
}

const measure = async (count: number, dataDir: string, pages: PageServer) => {
  await using service = await startBenchService(dataDir)
  const read = () => Math.round(readMemoryMb(service.processId))
  const peaksMb: number[] = []
  const statuses: Record<number, number> = {}
  let next = 0
  const watch = async () => {
    for (let done = 0; done < count; await pause(500)) {
      done = next
      const tenth = Math.min(9, Math.floor((done * 10) / count))
      peaksMb[tenth] = Math.max(peaksMb[tenth] ?? 0, read())
    }
  }
  const caller = async () => {
    while (next < count) {
      const status = await send(service, pages, next++)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all([watch(), ...Array.from({ length: atOnce }, caller)])
  await pause(idleMs)
  return { statuses, peaksMb, idleMb: read() }
}
