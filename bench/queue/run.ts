import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readMemoryMb } from '../process-time.ts'
import { writeResults } from '../results.ts'
import { type PageServer, pageNames, startPageServer } from '../screenshot/pages.ts'
import { type BenchService, startBenchService } from '../service.ts'
import { median, round } from '../statistics.ts'

const queued = 200
const sendersMax = 8

/** Renders of the comparison, which callers wait for. As many at a time as the queue's workers. */
const synchronous = 60

const idleMs = 60_000

const call = async ({ baseUrl, accessKey }: BenchService, path: string) => {
  const response = await fetch(baseUrl + path, { headers: { 'x-access-key': accessKey } })
  const body = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body.toString().slice(0, 300)}`)
  return body
}

const pathOf = (pages: PageServer, index: number, options: Record<string, string> = {}) => {
  const url = pages.url(pageNames[index % pageNames.length] ?? 'minimal')
  return `/v1/screenshot?${new URLSearchParams({ url, ...options })}`
}

const timed = async (work: () => Promise<unknown>) => {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Calls `work` for each index, `atOnce` at a time, and returns how long each took. */
const forEach = async (count: number, atOnce: number, work: (index: number) => Promise<unknown>) => {
  const times: number[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next++
      times.push(await timed(() => work(index)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return times.sort((a, b) => a - b)
}

const countOf = async (service: BenchService, status: string) => {
  const { requests } = JSON.parse((await call(service, `/v1/requests?status=${status}&limit=100`)).toString())
  return (requests as unknown[]).length
}

const untilDone = async (service: BenchService) => {
  // A page of the list may be empty although requests follow, so the queue is empty when this is so twice.
  for (let empty = 0; empty < 2; empty = (await countOf(service, 'queued')) === 0 ? empty + 1 : 0)
    await pause(100)
}

const measure = async (service: BenchService, pages: PageServer) => {
  const workers = availableParallelism()
  const warmUp = () => forEach(2 * pageNames.length, workers, (index) => call(service, pathOf(pages, index)))
  await warmUp()
  const callers = async () => {
    const ms = await timed(() =>
      forEach(synchronous, workers, (index) => call(service, pathOf(pages, index))),
    )
    return (synchronous * 1000) / ms
  }
  const before = await callers()
  let isOver = false
  const meanwhileMs: number[] = []
  const meanwhile = async () => {
    while (!isOver) {
      meanwhileMs.push(await timed(() => call(service, pathOf(pages, 0))))
      await pause(2000)
    }
  }
  const startMs = performance.now()
  const others = meanwhile()
  const acceptedMs = await forEach(queued, sendersMax, (index) =>
    call(service, pathOf(pages, index, { async: 'true' })),
  )
  await untilDone(service)
  const queueMs = performance.now() - startMs
  isOver = true
  await others
  if ((await countOf(service, 'failed')) > 0) throw new Error('A queued render failed.')
  const after = await callers()
  const memoryMb = readMemoryMb(service.processId)
  await pause(idleMs)
  const fromQueue = ((queued + meanwhileMs.length) * 1000) / queueMs
  return {
    queued,
    seconds: round(queueMs / 1000, 1),
    /** Renders per second from the queue, as a ratio to the rate of callers that wait. */
    ratioToCallers: round(fromQueue / ((before + after) / 2)),
    acceptedMs: {
      median: round(median(acceptedMs), 0),
      p95: round(acceptedMs[Math.floor(queued * 0.95)] ?? 0, 0),
    },
    synchronousMeanwhileMs: round(median(meanwhileMs), 0),
    memoryMb: round(memoryMb, 0),
    memoryMbAfterAMinute: round(readMemoryMb(service.processId), 0),
  }
}

/** Sends 200 background renders together, and compares their rate with the rate of callers who wait for each render. */
export const runQueueBench = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-bench-queue-'))
  const pages = await startPageServer()
  try {
    await using service = await startBenchService(dataDir)
    const result = { date: new Date().toISOString().slice(0, 10), ...(await measure(service, pages)) }
    process.stdout.write(`${JSON.stringify(result, null, 1)}\n`)
    await writeResults('queue', result)
  } finally {
    pages.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
