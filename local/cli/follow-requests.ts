import {
  type BatchView,
  type Client,
  type ListRequestsOptions,
  type RequestView,
  StillframeError,
} from '../../clients/typescript/src/index.ts'
import { pause } from '../../lib/base/timers.ts'
import type { Pace } from './pace.ts'

type Requests = Pick<Client, 'listRequests' | 'getRequest' | 'listBatches'>

/** What has ended, and has a webhook. */
export type Ended = RequestView | BatchView

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
const attemptMs = 30_000

/** Bounds each attempt of a call, but no wait between attempts. */
export const fetchInTime: typeof fetch = (url, init) => {
  const signals = [AbortSignal.timeout(attemptMs), ...(init?.signal ? [init.signal] : [])]
  return fetch(url, { ...init, signal: AbortSignal.any(signals) })
}

const createReader = (client: Requests, callMs: number, signal: AbortSignal) => {
  let nextMs = 0
  /** Waits for the turn of a call. */
  const call = async () => {
    await pause(Math.max(0, nextMs - performance.now()), signal)
    nextMs = performance.now() + callMs
    return { signal }
  }
  return {
    async list(options: ListRequestsOptions): Promise<RequestView[]> {
      const found: RequestView[] = []
      let cursor: string | undefined
      do {
        const next = cursor === undefined ? {} : { cursor }
        const page = await client.listRequests(
          { stored: true, limit: 100, ...options, ...next },
          await call(),
        )
        found.push(...page.requests)
        cursor = page.cursor ?? undefined
      } while (cursor !== undefined)
      return found
    },
    /** Returns when the latest request was made, 0 without one. */
    async newest(): Promise<number> {
      const { requests } = await client.listRequests({ stored: true, limit: 1 }, await call())
      return requests[0]?.created ?? 0
    },
    /** Returns the batches that can be running, and some that are not. */
    async batches(): Promise<BatchView[]> {
      const found: BatchView[] = []
      let cursor: string | undefined
      do {
        const next = cursor === undefined ? {} : { cursor }
        const page = await client.listBatches({ limit: 100, ...next }, await call())
        found.push(...page.batches)
        const isPast = (found[0]?.created ?? 0) - (found.at(-1)?.created ?? 0) > batchSecondsMax
        cursor = isPast ? undefined : (page.cursor ?? undefined)
      } while (cursor !== undefined)
      return found
    },
    /** Returns undefined for a request that was deleted. */
    async get(id: string): Promise<RequestView | undefined> {
      return client.getRequest(id, await call()).catch((error: unknown) => {
        if (error instanceof StillframeError && error.status === 404) return undefined
        throw error
      })
    },
  }
}

/** The times of requests, by id. */
type Times = ReadonlyMap<string, number>

const toTimes = (requests: readonly RequestView[]): Times =>
  new Map(requests.map(({ id, created }) => [id, created]))

const isQueued = ({ status }: RequestView): boolean => status === 'queued'

type Reader = ReturnType<typeof createReader>

/** What was found of a batch. */
interface KnownBatch {
  /** How many of its requests had ended. */
  count: number
  isOver: boolean
  /** Those that had ended. They are not needed when the batch is over. */
  ids: ReadonlySet<string>
}

/** Finds what has ended since it was called before. */
export type Follower = () => AsyncIterable<Ended>

/**
 * Returns a function that finds the requests of batches that have ended since the call before, and then the batches. The id of such a request has
 * the time of its batch, however late its turn comes, so it is found through the batch.
 */
const createBatchFollower = async (reader: Reader): Promise<Follower> => {
  const known = new Map<string, KnownBatch>()
  const listEnded = async ({ id }: BatchView) =>
    (await reader.list({ batch_id: id })).filter((request) => !isQueued(request))
  const note = (batch: BatchView, ended: readonly RequestView[]) => {
    const { id, status, done, failed } = batch
    const isOver = status === 'ended'
    known.set(id, { count: done + failed, isOver, ids: new Set(isOver ? [] : ended.map((one) => one.id)) })
  }
  for (const batch of await reader.batches())
    note(batch, batch.status === 'ended' ? [] : await listEnded(batch))
  async function* followOne(batch: BatchView, before: KnownBatch | undefined) {
    const ended = await listEnded(batch)
    yield* inOrder(ended.filter(({ id }) => !before?.ids.has(id)))
    if (batch.status === 'ended') yield batch
    note(batch, ended)
  }
  return async function* follow() {
    const batches = await reader.batches()
    for (const batch of batches) {
      const before = known.get(batch.id)
      if (!before || hasChanged(batch, before)) yield* followOne(batch, before)
    }
    const listed = new Set(batches.map(({ id }) => id))
    for (const id of known.keys()) if (!listed.has(id)) known.delete(id)
  }
}

const hasChanged = ({ status, done, failed }: BatchView, { count, isOver }: KnownBatch): boolean =>
  count !== done + failed || isOver !== (status === 'ended')

const inOrder = (requests: readonly RequestView[]): RequestView[] =>
  requests.toSorted((one, other) => (one.finished ?? 0) - (other.finished ?? 0))

/**
 * Returns a function that finds the requests that have ended since the call before, except for those of batches. It knows those that
 * wait, whenever they were made, and reads all pages of those that are new.
 */
const createRequestFollower = async (reader: Reader): Promise<Follower> => {
  let newest = await reader.newest()
  const listFrom = async (seconds: number, options: ListRequestsOptions = {}) =>
    (await reader.list({ ...options, from: Math.max(0, seconds) })).filter(
      (request) => request.batch_id === null,
    )
  let waiting = toTimes(await listFrom(newest - queuedSecondsMax, { status: 'queued' }))
  /** Those that have ended and may be listed again. */
  let known: Times = new Map()
  async function* follow() {
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
    yield* inOrder(ended)
  }
  // What has ended before is not forwarded.
  for await (const _ of follow());
  return follow
}

/**
 * Returns functions that find the requests and batches that have ended since they were called before, each once. All times are the service's: its
 * clock and this one may differ. What one of them finds does not wait for the other. If a call fails, the next one finds what it would have found.
 */
export const createFollowers = async (
  client: Requests,
  { callMs }: Pick<Pace, 'callMs'>,
  signal: AbortSignal,
): Promise<readonly Follower[]> => {
  const reader = createReader(client, callMs, signal)
  return [await createRequestFollower(reader), await createBatchFollower(reader)]
}
