import {
  type BatchView,
  type Client,
  type ListRequestsOptions,
  type RequestView,
  StillframeError,
} from '../../clients/typescript/src/index.ts'

type Requests = Pick<Client, 'listRequests' | 'getRequest' | 'listBatches'>

/** What has ended, and has a webhook. */
export type Ended = RequestView | BatchView

interface Followed {
  /** Those that have ended since the call before, in the order of their ends. */
  ended: Ended[]
  /** Calls of the service. */
  calls: number
}

/**
 * A synchronous request gets its record when it has ended, with the time of its beginning. The longest one takes less than this, and so does a
 * run of a task from its scheduled minute on.
 */
const lateSeconds = 180

/** A request that waits longer has failed. */
const queuedSecondsMax = 8 * 3600

/** A batch that takes longer has ended, with a day to be noticed. */
const batchSecondsMax = 3 * 86_400

/** A response that does not arrive must not end the listening. */
const callMs = 30_000

const createReader = (client: Requests, signal: AbortSignal) => {
  let calls = 0
  const call = () => {
    calls += 1
    return { signal: AbortSignal.any([signal, AbortSignal.timeout(callMs)]) }
  }
  return {
    /** Returns the number of calls since this was asked. */
    takeCalls() {
      const count = calls
      calls = 0
      return count
    },
    async list(options: ListRequestsOptions): Promise<RequestView[]> {
      const found: RequestView[] = []
      let cursor: string | undefined
      do {
        const next = cursor === undefined ? {} : { cursor }
        const page = await client.listRequests({ stored: true, limit: 100, ...options, ...next }, call())
        found.push(...page.requests)
        cursor = page.cursor ?? undefined
      } while (cursor !== undefined)
      return found
    },
    /** Returns when the latest request was made, 0 without one. */
    async newest(): Promise<number> {
      const { requests } = await client.listRequests({ stored: true, limit: 1 }, call())
      return requests[0]?.created ?? 0
    },
    /** Returns the batches that can be running, and some that are not. */
    async batches(): Promise<BatchView[]> {
      const found: BatchView[] = []
      let cursor: string | undefined
      do {
        const page = await client.listBatches({ limit: 100, ...(cursor !== undefined && { cursor }) }, call())
        found.push(...page.batches)
        const isPast = (found[0]?.created ?? 0) - (found.at(-1)?.created ?? 0) > batchSecondsMax
        cursor = isPast ? undefined : (page.cursor ?? undefined)
      } while (cursor !== undefined)
      return found
    },
    /** Returns undefined for a request that was deleted. */
    get: (id: string): Promise<RequestView | undefined> =>
      client.getRequest(id, call()).catch((error: unknown) => {
        if (error instanceof StillframeError && error.status === 404) return undefined
        throw error
      }),
  }
}

/** The times of requests, by id. */
type Times = ReadonlyMap<string, number>

const toTimes = (requests: readonly RequestView[]): Times =>
  new Map(requests.map(({ id, created }) => [id, created]))

const isQueued = ({ status }: RequestView): boolean => status === 'queued'

type Reader = ReturnType<typeof createReader>

/**
 * Returns a function that finds the requests of batches that have ended since the call before, and then the batches. The id of such a request has
 * the time of its batch, however late its turn comes, so it is found through the batch.
 */
const createBatchFollower = (reader: Reader): (() => Promise<Ended[]>) => {
  /** How many requests of a batch had ended, and which ones. Those of a batch that is over are not needed. */
  let batches = new Map<string, { count: number; isOver: boolean; ids: ReadonlySet<string> }>()
  return async () => {
    const next = new Map<string, { count: number; isOver: boolean; ids: ReadonlySet<string> }>()
    const found: Ended[] = []
    for (const batch of await reader.batches()) {
      const count = batch.done + batch.failed
      const isOver = batch.status === 'ended'
      const before = batches.get(batch.id)
      if (before?.count === count && before.isOver === isOver) {
        next.set(batch.id, before)
        continue
      }
      const ended = (await reader.list({ batch_id: batch.id })).filter((request) => !isQueued(request))
      found.push(...inOrder(ended.filter(({ id }) => !before?.ids.has(id))), ...(isOver ? [batch] : []))
      next.set(batch.id, { count, isOver, ids: new Set(isOver ? [] : ended.map(({ id }) => id)) })
    }
    batches = next
    return found
  }
}

const inOrder = (requests: readonly RequestView[]): RequestView[] =>
  requests.toSorted((one, other) => (one.finished ?? 0) - (other.finished ?? 0))

/**
 * Returns a function that finds the requests that have ended since the call before, except for those of batches. It knows those that
 * wait, whenever they were made, and reads all pages of those that are new.
 */
const createRequestFollower = async (reader: Reader): Promise<() => Promise<RequestView[]>> => {
  let newest = await reader.newest()
  const listFrom = async (seconds: number, options: ListRequestsOptions = {}) =>
    (await reader.list({ ...options, from: Math.max(0, seconds) })).filter(
      (request) => request.batch_id === null,
    )
  let waiting = toTimes(await listFrom(newest - queuedSecondsMax, { status: 'queued' }))
  /** Those that have ended and may be listed again. */
  let known: Times = new Map()
  return async () => {
    const recent = await listFrom(newest - lateSeconds)
    const oldest = Math.min(...waiting.values())
    const queued = waiting.size > 0 ? await listFrom(oldest, { status: 'queued' }) : []
    const listed = new Set([...recent.filter((request) => !isQueued(request)), ...queued].map(({ id }) => id))
    const left: RequestView[] = []
    for (const id of waiting.keys()) {
      const request = listed.has(id) ? undefined : await reader.get(id)
      if (request) left.push(request)
    }
    const ended = [...recent, ...left].filter((request) => !isQueued(request) && !known.has(request.id))
    const over = new Set(ended.map(({ id }) => id))
    waiting = toTimes(
      [...queued, ...left, ...recent].filter((request) => isQueued(request) && !over.has(request.id)),
    )
    newest = Math.max(newest, ...recent.map(({ created }) => created))
    const since = newest - lateSeconds
    known = new Map([...known, ...toTimes(ended)].filter(([, created]) => created >= since))
    return inOrder(ended)
  }
}

/**
 * Returns a function that finds the requests and batches that have ended since the call before, each once. All times are the service's: its
 * clock and this one may differ. If a call fails, the next one finds what it would have found.
 */
export const createFollower = async (
  client: Requests,
  signal: AbortSignal,
): Promise<() => Promise<Followed>> => {
  const reader = createReader(client, signal)
  const followRequests = await createRequestFollower(reader)
  const followBatches = createBatchFollower(reader)
  /** What was found before a call failed. */
  let found: Ended[] = []
  const follow = async (): Promise<Ended[]> => {
    found = [...found, ...(await followRequests())]
    const ended = [...found, ...(await followBatches())]
    found = []
    return ended
  }
  await follow()
  return async () => {
    reader.takeCalls()
    const ended = await follow()
    return { ended, calls: reader.takeCalls() }
  }
}
