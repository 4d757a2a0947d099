import { readFile, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  type ClientSettings,
  createClient,
  type RequestList,
  type RequestView,
  StillframeError,
} from '../../../clients/typescript/src/index.ts'
import { batchRequestsMax } from '../../../lib/schema/batches.ts'
import { download, downloadFile, type MadeFile, writeWhole } from '../made-files.ts'
import { type Pace, paceOf } from '../pace.ts'
import type { Rendering } from './batch-command.ts'
import type { Row } from './read-rows.ts'

/** The batch that is in progress, in the folder of the results. Whoever resumes it does not create another one. */
interface State {
  /** Creates the batch once, although its creation may be repeated. */
  idempotencyKey: string
  names: readonly string[]
  /** Unknown if the creation was interrupted. */
  id?: string
}

/** Renders rows as batches of a service. A batch that an earlier command began is followed first. */
export const renderRowsThere = async (
  rows: readonly Row[],
  rendering: Rendering,
  service: ClientSettings,
): Promise<void> => {
  const client = createClient(service)
  const file = join(rendering.out, '.batch.json')
  const pace = await paceOf(client, rendering.signal)
  const waiting = new Map(rows.map((row) => [row.name, row]))
  const begun = await readState(file)
  if (begun) await followBatch(client, { file, pace, rendering, waiting }, begun)
  while (waiting.size > 0) {
    const names = [...waiting.keys()].slice(0, batchRequestsMax)
    const state = { idempotencyKey: crypto.randomUUID(), names }
    await followBatch(client, { file, pace, rendering, waiting }, state)
  }
}

const readState = async (file: string): Promise<State | undefined> => {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  return content === undefined ? undefined : JSON.parse(content)
}

interface Following {
  file: string
  pace: Pace
  rendering: Rendering
  /** Rows that have not ended, by their names. */
  waiting: Map<string, Row>
}

const followBatch = async (client: Client, following: Following, state: State): Promise<void> => {
  const { file, waiting, pace, rendering } = following
  await writeWhole(file, toBytes(state))
  const id = state.id ?? (await createBatch(client, following, state)).id
  await writeWhole(file, toBytes({ ...state, id }))
  const rows = rowsOf(state, waiting)
  for (let seen = 0, isOver = false; !isOver; ) {
    const polled = await pollBatch(client, following, { id, rows, seen })
    ;({ seen, isOver } = polled)
    if (!isOver) await sleep(pace.pauseMs(polled.calls), undefined, { signal: rendering.signal })
  }
  await rm(file, { force: true })
}

interface Poll {
  id: string
  rows: ReadonlyMap<string, Row>
  /** Requests that had ended, and whose files were written. */
  seen: number
}

/** Writes what has ended since the last poll. */
const pollBatch = async (client: Client, following: Following, { id, rows, seen }: Poll) => {
  const { signal } = following.rendering
  const batch = await findBatch(client, id, signal)
  // After 30 days, a batch is forgotten. Its rows are rendered by the next one.
  if (!batch) return { seen, isOver: true, calls: 1 }
  const ended = batch.done + batch.failed
  if (ended === seen && batch.status === 'running') return { seen, isOver: false, calls: 1 }
  const requests = await listRequests(client, id, signal)
  const isComplete = await takeEnded(requests, following, rows)
  const isOver = isComplete && batch.status === 'ended'
  if (isOver) failRest(following, rows, Object.keys(batch.codes))
  return { seen: isComplete ? ended : seen, isOver, calls: 2 + Math.floor(requests.length / pageLength) }
}

const toBytes = (state: State) => Buffer.from(JSON.stringify(state))

/** Returns the rows of a batch that have not ended, by the external ids that tell their requests apart. */
const rowsOf = ({ names }: State, waiting: Following['waiting']): ReadonlyMap<string, Row> =>
  new Map(
    names.flatMap((name, index) => {
      const row = waiting.get(name)
      return row ? [[row.parameters['external_id'] ?? `row ${index}`, row]] : []
    }),
  )

const createBatch = (client: Client, { rendering, waiting }: Following, state: State) => {
  const { operation, parameters, concurrency, signal } = rendering
  const requests = [...rowsOf(state, waiting)].map(([externalId, row]) => ({
    ...row.parameters,
    external_id: externalId,
  }))
  const options = { operation, options: parameters, requests, max_concurrency: concurrency }
  return client.createBatch(options, { idempotencyKey: state.idempotencyKey, signal })
}

const findBatch = (client: Client, id: string, signal: AbortSignal) =>
  client.getBatch(id, { signal }).catch((error: unknown) => {
    if (error instanceof StillframeError && error.status === 404) return undefined
    throw error
  })

const pageLength = 100

const listRequests = async (client: Client, id: string, signal: AbortSignal): Promise<RequestView[]> => {
  const found: RequestView[] = []
  let cursor: string | null = null
  do {
    const page: RequestList = await client.listRequests(
      { batch_id: id, limit: pageLength, ...(cursor !== null && { cursor }) },
      { signal },
    )
    found.push(...page.requests)
    cursor = page.cursor
  } while (cursor !== null)
  return found
}

/** Files that are downloaded at the same time. */
const downloadsAtOnce = 4

/** Writes what has ended. Returns whether everything could be downloaded; the rest is tried again. */
const takeEnded = async (
  requests: readonly RequestView[],
  { rendering, waiting }: Following,
  rows: ReadonlyMap<string, Row>,
): Promise<boolean> => {
  let isComplete = true
  const take = async (request: RequestView) => {
    const row = rows.get(request.external_id ?? '')
    if (!row || request.status === 'queued' || !waiting.has(row.name)) return
    try {
      if (request.error) rendering.onFailed(row, request.error)
      else await rendering.onDone(row, await downloadResult(request, rendering.signal))
      waiting.delete(row.name)
    } catch (error) {
      rendering.signal.throwIfAborted()
      if (!isOfNetwork(error)) throw error
      isComplete = false
    }
  }
  const queue = [...requests]
  while (queue.length > 0) await Promise.all(queue.splice(0, downloadsAtOnce).map(take))
  return isComplete
}

const isOfNetwork = (error: unknown) =>
  error instanceof Error && (error.name === 'TypeError' || error.name === 'TimeoutError')

const downloadResult = async (request: RequestView, signal: AbortSignal): Promise<MadeFile[]> => {
  const { operation, outputs, file } = request
  if (operation === 'snapshot' && outputs) return download({ outputs }, signal)
  return [await downloadFile(file ?? '', operation + extname(file ?? ''), signal)]
}

/** The turn of a request does not come if its batch is canceled, or no hit is left. */
const failRest = ({ rendering, waiting }: Following, rows: ReadonlyMap<string, Row>, codes: string[]) => {
  for (const row of rows.values())
    if (waiting.delete(row.name))
      rendering.onFailed(row, {
        code: 'not_rendered',
        message: `The batch ended before the turn of this page, after ${codes.join(', ')}.`,
      })
}
