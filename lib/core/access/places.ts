import { deliverySeconds, renderSeconds } from '../plan/budgets.ts'

/** The renders of an account that are in progress, by a random name, with the time (Unix ms) after which their process has ended. */
export type OpenRenders = Readonly<Record<string, number>>

/** As long as a function that renders for a caller who waits may run with its response, and the clock skew between two of them. */
export const placeMs = (renderSeconds + deliverySeconds + 5) * 1000

export const countRenders = (renders: OpenRenders | undefined, nowMs: number): number =>
  Object.values(renders ?? {}).filter((untilMs) => untilMs > nowMs).length

/** What a render in the background belongs to: only to its request, to a task, or to a batch. In the order in which they get a free place. */
export const renderOrigins = ['request', 'run', 'batch'] as const

export type RenderOrigin = (typeof renderOrigins)[number]

export const originOf = (request: { taskId?: unknown; batchId?: unknown }): RenderOrigin => {
  if (request.batchId !== undefined) return 'batch'
  return request.taskId === undefined ? 'request' : 'run'
}

/** Longer than some hundreds of runs of the same minute take, and much shorter than a request is queued. */
const patienceSeconds = 3600

/**
 * Returns what a render in the background is ranked as. After an hour it is ranked as a request, so more urgent ones cannot keep it
 * waiting forever.
 */
export const urgencyOf = (origin: RenderOrigin, created: number, nowSeconds: number): RenderOrigin =>
  nowSeconds - created < patienceSeconds ? origin : 'request'

/** A person may be waiting for a request, and a run is due at its minute. A batch takes long anyway. */
const placesLeft: Readonly<Record<RenderOrigin, number>> = { request: 0, run: 1, batch: 2 }

/** Returns how many of the renders that a plan allows at the same time are for an origin. The others are left to more urgent ones. */
export const placesFor = (origin: RenderOrigin, concurrency: number): number =>
  Math.max(1, concurrency - placesLeft[origin])

/** Returns how many background requests an account may have open, apart from those of batches and runs of tasks. */
export const openRequestsMax = ({ requestsPerMinute }: { requestsPerMinute: number }): number =>
  Math.max(100, 2 * requestsPerMinute)

/** Returns the name of the render of an invocation. Short, because each write of the places is billed by the names in it. */
export const toRenderName = (invocationId: string): string => invocationId.replaceAll('-', '').slice(0, 12)

/** Returns the partition of an account's places and of what waits for one. Ids of accounts have no `#`. */
export const placesPartition = (accountId: string): string => `${accountId}#places`
