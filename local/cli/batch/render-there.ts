import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import {
  type Client,
  type ClientSettings,
  createClient,
  type RequestList,
  type RequestView,
  StillframeError,
} from '../../../clients/typescript/src/index.ts'
import { pause } from '../../../lib/base/timers.ts'
import { batchRequestsMax } from '../../../lib/schema/batches.ts'
import { UsageError } from '../../accounts/usage-error.ts'
import { DownloadError, download, downloadFile, type MadeFile, writeWhole } from '../made-files.ts'
import { type Pace, paceOf } from '../pace.ts'
import type { Rendering } from './batch-command.ts'
import type { Row } from './read-rows.ts'

/** The batch that is in progress, in the folder of the results. Whoever resumes it does not create another one. */
interface State {
  /** Of the command that created it: no other one may take its results. */
  commandHash: string
  /** Creates the batch once, although its creation may be repeated. */
  idempotencyKey: string
  names: readonly string[]
  /** As it was when the creation began, whatever the command that resumes it names. */
  concurrency: number | undefined
  /** Unknown if the creation was interrupted. */
  id?: string
}

/** Renders rows as batches of a service. A batch that an earlier command began is followed first. */
export const renderRowsThere = async (
  rows: readonly Row[],
  rendering: Rendering,
  service: ClientSettings,
  givenPace?: Pace,
): Promise<void> => {
  const client = createClient(service)
  const file = join(rendering.out, '.batch.json')
  const pace = givenPace ?? (await paceOf(client, rendering.signal))
  const waiting = new Map(rows.map((row) => [row.name, row]))
  const following = { file, pace, rendering, waiting, attempts: new Map(), isResumed: false }
  const commandHash = toHash(rendering, service)
  const begun = await readState(file)
  if (begun && begun.commandHash !== commandHash)
    throw new UsageError(
      `${rendering.out} has a batch in progress of another list, operation, service or other options. Repeat that command, choose another folder, or delete ${file} to forget the batch.`,
    )
  if (begun) await followBatch(client, { ...following, isResumed: true }, begun)
  while (waiting.size > 0) {
    const names = [...waiting.keys()].slice(0, batchRequestsMax)
    const { concurrency } = rendering
    const state = { commandHash, idempotencyKey: crypto.randomUUID(), names, concurrency }
    await followBatch(client, following, state)
  }
}

/** The concurrency may change when a batch is resumed. */
const toHash = ({ operation, parameters, list }: Rendering, { url }: ClientSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, Object.entries(parameters).sort(), new URL(url).href, list]))
    .digest('hex')

const readState = async (file: string): Promise<State | undefined> => {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return content === undefined ? undefined : JSON.parse(content)
}

interface Following {
  file: string
  pace: Pace
  rendering: Rendering
  /** Rows that have not ended, by their names. */
  waiting: Map<string, Row>
  /** How often the files of rows could not be downloaded, by their names. */
  attempts: Map<string, number>
  /** Another process created the batch, perhaps long ago, or may have created it. */
  isResumed: boolean
}

const followBatch = async (client: Client, following: Following, state: State): Promise<void> => {
  const { file, waiting, pace, rendering } = following
  await writeWhole(file, toBytes(state))
  const id = state.id ?? (await createBatch(client, following, state))
  await writeWhole(file, toBytes({ ...state, id }))
  const rows = rowsOf(state, waiting)
  for (let seen = 0, isOver = false; !isOver; ) {
    ;({ seen, isOver } = await pollBatch(client, following, { id, rows, seen }))
    if (!isOver) await pause(pace.pollMs, rendering.signal)
  }
  await rm(file, { force: true })
}

interface Poll {
  id: string
  rows: Map<string, Row>
  /** Requests that had ended, and whose files were written. */
  seen: number
}

/** Writes what has ended since the last poll. */
const pollBatch = async (client: Client, following: Following, poll: Poll) => {
  const { id, rows, seen } = poll
  const { isResumed, rendering } = following
  const { signal } = rendering
  const batch = await client.getBatch(id, { signal }).catch((error: unknown) => {
    // After 30 days, a batch is forgotten. Its rows are rendered by the next one.
    if (isResumed && error instanceof StillframeError && error.status === 404) return undefined
    throw error
  })
  if (!batch) return { seen, isOver: true }
  const ended = batch.done + batch.failed
  if (ended === seen && batch.status === 'running') return { seen, isOver: false }
  const requests = await listRequests(client, id, following)
  const isComplete = await takeEnded(requests, following, poll)
  const isOver = isComplete && batch.status === 'ended'
  if (isOver) failRest(following, rows, Object.keys(batch.codes))
  return { seen: isComplete ? ended : seen, isOver }
}

const toBytes = (state: State) => Buffer.from(JSON.stringify(state))

/** Returns the rows of a batch that have not ended, by the external ids that tell their requests apart. */
const rowsOf = ({ names }: State, waiting: Following['waiting']): Map<string, Row> =>
  new Map(
    names.flatMap((name, index) => {
      const row = waiting.get(name)
      return row ? [[row.parameters['external_id'] ?? `row ${index}`, row]] : []
    }),
  )

/** Returns the id of the batch. What the service refuses leaves no state behind, so another list can have the folder. */
const createBatch = async (client: Client, following: Following, state: State): Promise<string> => {
  const { rendering, waiting, file, isResumed } = following
  const { operation, parameters, signal } = rendering
  const { concurrency, idempotencyKey } = state
  const rows = [...rowsOf(state, waiting)]
  const requests = rows.map(([externalId, row]) => ({
    ...row.parameters,
    external_id: externalId,
  }))
  const options = {
    operation,
    options: parameters,
    requests,
    ...(concurrency !== undefined && { max_concurrency: concurrency }),
  }
  try {
    return (await client.createBatch(options, { idempotencyKey, signal })).id
  } catch (error) {
    if (!(error instanceof StillframeError)) throw error
    const { status } = error
    // A batch whose creation was interrupted may exist. Only wrong parameters exclude that, because they were as wrong then.
    if (isResumed ? status === 400 : status >= 400 && status < 500) await rm(file, { force: true })
    throw withUrl(error, (index) => rows[index]?.[1].parameters['url'])
  }
}

/** Returns the error of a request with its URL, because its place in the list is not its line in the file. */
const withUrl = (error: StillframeError, urlOf: (index: number) => string | undefined): StillframeError =>
  new StillframeError(
    error.message.replace(
      /In `requests\[(\d{1,5})\]` with `options`/g,
      (place, index: string) => `For ${urlOf(Number(index)) ?? place}`,
    ),
    error,
  )

const listRequests = async (client: Client, id: string, { pace, rendering }: Following) => {
  const { signal } = rendering
  const found: RequestView[] = []
  let cursor: string | null = null
  do {
    if (found.length > 0) await pause(pace.callMs, signal)
    const page: RequestList = await client.listRequests(
      { batch_id: id, limit: 100, ...(cursor !== null && { cursor }) },
      { signal },
    )
    found.push(...page.requests)
    cursor = page.cursor
  } while (cursor !== null)
  return found
}

/** Files that are downloaded at the same time. */
const downloadsAtOnce = 4

/** How often the files of a row are asked for, while the store or the network fails. */
const downloadsMax = 5

/** Writes what has ended. Returns whether everything could be downloaded; the rest is tried again. */
const takeEnded = async (
  requests: readonly RequestView[],
  { rendering, waiting, attempts, isResumed }: Following,
  { rows }: Poll,
): Promise<boolean> => {
  let isComplete = true
  const end = (row: Row) => waiting.delete(row.name)
  const takeFailure = (error: DownloadError, row: Row, externalId: string) => {
    const attempt = (attempts.get(row.name) ?? 0) + 1
    attempts.set(row.name, attempt)
    const isGone = error.status === 404 || error.status === 410
    const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500
    // Whoever resumes a batch late may find that its files are deleted. The next batch renders them again, and this one has no row for them.
    if (isGone && isResumed) rows.delete(externalId)
    else if (isTemporary && attempt < downloadsMax) isComplete = false
    else if (end(row)) rendering.onFailed(row, { code: 'not_downloaded', message: error.message })
  }
  const take = async (request: RequestView) => {
    const externalId = request.external_id ?? ''
    const row = rows.get(externalId)
    if (!row || request.status === 'queued' || !waiting.has(row.name)) return
    if (request.error) {
      rendering.onFailed(row, request.error)
      end(row)
      return
    }
    const files = await downloadResult(request, rendering.signal).catch((error: unknown) => {
      if (!(error instanceof DownloadError)) throw error
      takeFailure(error, row, externalId)
    })
    if (!files) return
    await rendering.onDone(row, files)
    end(row)
  }
  const queue = [...requests]
  while (queue.length > 0) await Promise.all(queue.splice(0, downloadsAtOnce).map(take))
  return isComplete
}

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
