import { expect, test } from 'vitest'
import {
  type BatchView,
  type ListRequestsOptions,
  type RequestView,
  StillframeError,
  verifyWebhook,
} from '../../../../clients/typescript/src/index.ts'
import { createFollowers } from '../../../../local/cli/follow-requests.ts'
import { type Listening, listen } from '../../../../local/cli/listen.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'

const secretKey = 'Zk3v9QhT1mR8sYc5wB2nF7xL4pG6dJ0aKeUiOtVy'

type Request = Pick<RequestView, 'id' | 'status' | 'created'> & Partial<RequestView>

/** A service whose clock is years behind. Each step of its life happens after a poll. */
const createService = (requests: Request[], steps: (() => void)[], batches: BatchView[] = []) => {
  let polls = 0
  const list = ({ status, batch_id: batch, from = 0, limit = 20, cursor }: ListRequestsOptions = {}) => {
    const found = requests
      .filter((request) => request.created >= from && (status === undefined || request.status === status))
      .filter((request) => batch === undefined || request.batch_id === batch)
      .toSorted((one, other) => other.created - one.created)
    const start = Number(cursor ?? 0)
    const isLast = start + limit >= found.length
    return { requests: found.slice(start, start + limit), cursor: isLast ? null : String(start + limit) }
  }
  return {
    listRequests: async (options: ListRequestsOptions = {}) => structuredClone(list(options)) as never,
    getRequest: async (id: string | number) => {
      const found = requests.find((request) => request.id === id)
      if (!found) throw new StillframeError('Unknown.', { status: 404, code: 'not_found' })
      return structuredClone(found) as RequestView
    },
    listBatches: async () => structuredClone({ batches, cursor: null }),
    usage: async () => expect.fail(),
    /** Ends the pause after a poll. */
    pauseMs: () => {
      steps[polls]?.()
      polls += 1
      return 0
    },
    /** Two polls more would find what is forwarded twice. */
    isOver: () => polls > steps.length + 2,
  }
}

interface Received {
  id: string
  attempt: string | null
}

const run = async (
  service: ReturnType<typeof createService>,
  respond: (received: Received) => Response | Promise<Response> = () => new Response(),
  { attempts = 0, ...settings }: Partial<Listening> & { attempts?: number } = {},
) => {
  const end = new AbortController()
  const received: Received[] = []
  const lines: string[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const headers = new Headers(init?.headers)
    const message = await verifyWebhook({ body: init?.body as Uint8Array, headers, secretKey })
    if (!('id' in message)) throw new Error('The service sends no events to `listen`.')
    const call = { id: message.id, attempt: headers.get('x-service-webhook-attempt') }
    received.push(call)
    return respond(call)
  }
  const left = await listen({
    client: service,
    forwardTo: 'http://localhost:4000/hook',
    secretKey,
    print: (line) => void lines.push(line),
    signal: end.signal,
    pace: {
      callMs: 0,
      get pollMs() {
        const pause = service.pauseMs()
        if (service.isOver() && received.length >= attempts) end.abort()
        return pause
      },
    },
    retryMs: 1,
    fetch,
    ...settings,
  })
  return { left, received, lines, ids: received.map(({ id }) => id) }
}

const request = (id: string, created: number, status: RequestView['status'] = 'done'): Request => ({
  id,
  created,
  status,
  finished: status === 'queued' ? null : created + 1,
  error: null,
  external_id: null,
  change: null,
  upload: null,
  task_id: null,
  batch_id: null,
})

const endOf = (target: Request) => () =>
  Object.assign(target, { status: 'done', finished: target.created + 5 })

test('every request that ends is forwarded once, also more than a page, and those that waited before', async () => {
  const long = request('waits for hours', 10_000, 'queued')
  const requests = [long, request('over', 30_000), request('soon over', 30_001, 'queued')]
  const burst = Array.from({ length: 250 }, (_, index) => request(`burst ${index}`, 30_010 + (index % 60)))
  const { ids } = await run(
    createService(requests, [
      () => requests.push(...burst),
      endOf(requests[2] ?? long),
      endOf(long),
      // A synchronous request that began before the latest ones has its record only now.
      () => requests.push(request('late record', 29_950)),
      () => requests.push(request('new and waiting', 30_100, 'queued')),
      () => endOf(requests.at(-1) ?? long)(),
    ]),
  )
  expect(ids).toHaveLength(254)
  expect(new Set(ids)).toEqual(
    new Set([...burst.map(({ id }) => id), 'waits for hours', 'soon over', 'late record', 'new and waiting']),
  )
})

test('requests of a batch are forwarded when they end, however old it is, and then the batch', async () => {
  const inBatch = (id: string, batch: string, status: RequestView['status']): Request => ({
    ...request(id, batch === 'old' ? 1_000 : 90_000, status),
    batch_id: batch,
  })
  const requests = [
    request('newest', 90_000),
    inBatch('before', 'old', 'done'),
    inBatch('turn', 'old', 'queued'),
  ]
  const view = (id: string, total: number, done: number, status: BatchView['status'] = 'running') =>
    ({
      id,
      status,
      created: 1,
      total,
      queued: total - done,
      done,
      failed: 0,
      codes: {},
      progress: 0,
    }) as BatchView
  const batches = [view('old', 3, 1)]
  const { ids } = await run(
    createService(
      requests,
      [
        () => {
          endOf(requests[2] ?? expect.fail())()
          // The turn of this one came after the last poll.
          requests.push(inBatch('quick', 'old', 'done'))
          batches[0] = view('old', 3, 3, 'ended')
        },
        () => {
          requests.push(inBatch('short', 'new', 'done'))
          batches.unshift(view('new', 1, 1, 'ended'))
        },
      ],
      batches,
    ),
  )
  expect(ids.toSorted()).toEqual(['new', 'old', 'quick', 'short', 'turn'])
})

test('batches that had ended cost no calls, and one that cannot be read delays no other request', async () => {
  const requests: Request[] = [request('newest', 90_000)]
  const view = (id: string, status: BatchView['status']) =>
    ({ id, status, created: 1, total: 1, done: 1, failed: 0, codes: {}, progress: 0 }) as BatchView
  const batches = Array.from({ length: 500 }, (_, index) => view(`old ${index}`, 'ended'))
  const service = createService(
    requests,
    [
      () => {
        requests.push(request('one', 90_001))
        batches.push(view('broken', 'ended'))
      },
    ],
    batches,
  )
  const listed: (string | undefined)[] = []
  const client = {
    ...service,
    listRequests: async (options: ListRequestsOptions = {}) => {
      listed.push(options.batch_id)
      if (options.batch_id === 'broken')
        throw new StillframeError('Away.', { status: 0, code: 'unreachable' })
      return service.listRequests(options)
    },
  }
  const { ids, lines } = await run(client)
  expect(ids).toEqual(['one'])
  expect(new Set(listed)).toEqual(new Set([undefined, 'broken']))
  expect(lines).toContain('The service cannot be asked, and is asked again: Away.')
})

test('calls that follow one another are as far apart as the account allows', async () => {
  const requests = Array.from({ length: 350 }, (_, index) => request(`${index}`, index))
  const service = createService(requests, [])
  const timesMs: number[] = []
  const client = {
    ...service,
    listRequests: (options: ListRequestsOptions = {}) => {
      timesMs.push(nowMs())
      return service.listRequests(options)
    },
  }
  await inFakeTime(() => createFollowers(client, { callMs: 20 }, new AbortController().signal))
  const pausesMs = timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? 0))
  expect(timesMs.length).toBeGreaterThanOrEqual(4)
  expect(Math.min(...pausesMs)).toBeGreaterThanOrEqual(20)
})

test('the first request of an account is forwarded, and one that is deleted is not', async () => {
  const requests: Request[] = []
  const { ids } = await run(
    createService(requests, [
      () => requests.push(request('first', 5, 'queued'), request('deleted', 6, 'queued')),
      () => {
        requests.pop()
        endOf(requests[0] as Request)()
      },
    ]),
  )
  expect(ids).toEqual(['first'])
})

test('a message is repeated until the program accepts it, or says that it is gone', async () => {
  const requests: Request[] = []
  const answers: Record<string, number[]> = { broken: [500, 302, 204], gone: [410] }
  const { received, left, lines } = await run(
    createService(requests, [() => requests.push(request('broken', 1), request('gone', 2))]),
    ({ id }) => new Response(null, { status: answers[id]?.shift() ?? 200 }),
    { attempts: 4 },
  )
  const attemptsOf = (id: string) => received.filter((call) => call.id === id).map(({ attempt }) => attempt)
  expect([attemptsOf('broken'), attemptsOf('gone'), left]).toEqual([['1', '2', '3'], ['1'], 0])
  // Both are sent at the same time.
  expect(lines.filter((line) => line.startsWith('broken'))).toEqual([
    'broken done: 500, again in 1 s',
    'broken done: 302, again in 1 s',
    'broken done: 204',
  ])
  expect(lines).toContain('gone done: 410')
})

test('a program that cannot be reached gets nothing lost, and what is left is counted', async () => {
  const requests: Request[] = []
  const { left, lines } = await run(
    createService(requests, [() => requests.push(request('one', 1))]),
    () => Promise.reject(new TypeError('fetch failed')),
    { retryMs: 60_000 },
  )
  expect(left).toBe(1)
  expect(lines.at(-1)).toBe('one done: http://localhost:4000/hook cannot be reached, again in 60 s')
})

test('what ends while the service cannot be asked is forwarded afterwards; a refusal ends the listening', async () => {
  const requests: Request[] = []
  const service = createService(requests, [
    () => requests.push(request('one', 1)),
    () => requests.push(request('two', 500)),
  ])
  let calls = 0
  const failing = {
    ...service,
    listRequests: async (options: ListRequestsOptions = {}) => {
      calls += 1
      if (calls === 4) throw new TypeError('fetch failed')
      return service.listRequests(options)
    },
  }
  const { ids } = await run(failing)
  expect(ids).toEqual(['one', 'two'])
  const refusing = {
    ...service,
    listRequests: () => Promise.reject(new StillframeError('No.', { status: 401, code: 'unauthorized' })),
  }
  await expect(run(refusing)).rejects.toThrow('No.')
})
