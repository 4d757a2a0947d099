import { buffer } from 'node:stream/consumers'
import type { Logger } from '../../base/logger.ts'
import type { Artifact } from '../../core/plan/artifact.ts'
import type { RequestRecord } from '../../core/requests/request-record.ts'
import type { StoredResult } from '../../core/requests/stored-result.ts'
import { baselineOf } from '../../core/tasks/stored-task.ts'
import { compareTexts } from '../../core/watch/compare-texts.ts'
import { comparedText } from '../../core/watch/compared-text.ts'
import { type RunChange, type RunWatch, toNamedFile } from '../../core/watch/run-change.ts'
import type { ResultStore } from '../../store/results.ts'
import type { TaskStore } from '../../store/tasks.ts'
import { compareBodies, type FoundFile, toPatchFile } from '../compare-bodies.ts'
import type { Results } from '../results.ts'
import { followRun } from './follow-run.ts'

/** A run that has been rendered and stored, but not recorded. */
interface StoredRun {
  record: RequestRecord
  watch: RunWatch
  result: StoredResult
  artifact: Pick<Artifact, 'body' | 'ignored' | 'text'>
}

/**
 * Compares the runs of tasks that watch their page. The record of a run decides: it is written together with the change, once, and the
 * baseline of the task follows it. Both steps can be repeated, and a crash between them is completed when the message is delivered again.
 * Until then, runs are compared with the baseline before.
 */
export interface WatchRuns {
  /** Compares a run with the baseline of its task, and stores the differences as a file. Changes neither the task nor the record. */
  compare(run: StoredRun): Promise<RunChange>
  /** {@link followRun} */
  follow(record: RequestRecord): Promise<void>
  /** Removes the file of a change that was not recorded. */
  discard(change: RunChange): Promise<void>
}

interface Deps {
  tasks: Pick<TaskStore, 'find' | 'setLatest' | 'setBaseline'>
  files: Pick<ResultStore, 'open'>
  results: Pick<Results, 'storeBeside' | 'discard'>
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

export const createWatchRuns = ({ tasks, files, results, nowMs, log }: Deps): WatchRuns => ({
  async compare(run) {
    const { watch, result, artifact } = run
    const own = { key: watch.key, ignored: artifact.ignored ?? [] }
    const baseline = await openBaseline({ tasks, files, nowMs, log }, run)
    if (!baseline) return { changed: false, ratio: 0, regions: [], ...own }
    const { requestId, file, ignored, body } = baseline
    const { name, expires, text } = file
    const found = await compareBodies(watch, { body, ignored }, { body: artifact.body, ignored: own.ignored })
    const patch = found.ratio > 0 ? await compareShown(files, text, artifact.text) : undefined
    const store = async (file: FoundFile) => toNamedFile(await results.storeBeside(result, file))
    return {
      changed: found.ratio > watch.threshold,
      ratio: found.ratio,
      regions: found.regions,
      before: { requestId, name, expires, ...(text !== undefined && { text }) },
      ...(found.file && { difference: await store(found.file) }),
      ...(patch && { textDifference: await store(patch) }),
      ...own,
    }
  },

  follow: (record) => followRun(tasks, record),

  async discard({ difference, textDifference }) {
    for (const file of [difference, textDifference]) if (file) await results.discard({ result: file })
  },
})

/** Returns the baseline that a run is compared with. A run that is older than the baseline is compared with it, too. */
const openBaseline = async (
  { tasks, files, nowMs, log }: Pick<Deps, 'tasks' | 'files' | 'nowMs' | 'log'>,
  { record: { id, accountId, taskId }, watch, result }: StoredRun,
) => {
  const task = taskId === undefined ? undefined : await tasks.find(taskId)
  const baseline = task?.accountId === accountId ? baselineOf(task, nowMs()) : undefined
  if (baseline?.key !== watch.key) return undefined
  // Without the permission to read, the baseline would be replaced, and its change never announced. The run has just stored its own file.
  const stream = await files.open(baseline.file.name, result.name)
  if (!stream) log.warn({ requestId: id, taskId }, 'file of the baseline missing')
  return stream && { ...baseline, body: await buffer(stream) }
}

/** Returns the patch of the texts that two images show. Undefined if they are equal or one of them was not read. */
const compareShown = async (
  files: Deps['files'],
  before: string | undefined,
  after: string | undefined,
): Promise<FoundFile | undefined> => {
  if (before === undefined || after === undefined) return undefined
  const stream = await files.open(before)
  if (!stream) return undefined
  const text = (await buffer(stream)).toString()
  const { patch } = compareTexts(comparedText(text), comparedText(after))
  return patch === undefined ? undefined : toPatchFile(patch)
}
