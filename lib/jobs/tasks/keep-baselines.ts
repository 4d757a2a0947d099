import { randomBytes } from 'node:crypto'
import { describeCause } from '../../base/describe-cause.ts'
import type { Logger } from '../../base/logger.ts'
import { toResultName } from '../../core/requests/result-name.ts'
import { fileNamesOf } from '../../core/requests/stored-result.ts'
import { baselineOf } from '../../core/tasks/stored-task.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { type NamedFile, textFile } from '../../core/watch/run-change.ts'
import { cacheSecondsMax } from '../../schema/cache-seconds.ts'
import type { AccountStore } from '../../store/accounts.ts'
import type { ResultStore } from '../../store/results.ts'
import type { ListedTask, TaskStore } from '../../store/tasks.ts'

interface Deps {
  tasks: Pick<TaskStore, 'find' | 'moveBaseline'>
  accounts: Pick<AccountStore, 'findStatus'>
  files: Pick<ResultStore, 'copy' | 'remove'>
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

/** The number of baselines that were kept, and of those that were not, which a later sweep tries again. */
interface BaselinesKept {
  kept: number
  errors: number
}

const daySeconds = 86_400

/**
 * A baseline is announced as the file before a change, so it must live longer than the last attempt of a webhook, with time for repairs.
 * The default `cache_ttl` is longer, so a baseline that is replaced every day is never copied.
 */
const leftSecondsMin = 3 * daySeconds

/** Half the time of the sweep's function, whose other parts run at the same time. */
const sweepMsMax = 60_000

/**
 * Returns the sweep that keeps the files of baselines. It copies those that expire within 3 days to a name that expires in 30, the next to expire
 * first. Replaced files expire by their names, even after a crash. Files of closed accounts are not kept.
 */
export const createKeepBaselines =
  (deps: Deps) =>
  async (all: readonly ListedTask[]): Promise<BaselinesKept> => {
    const { nowMs, log } = deps
    const startedMs = nowMs()
    const kept: BaselinesKept = { kept: 0, errors: 0 }
    for (const { id } of dueOf(all, toSeconds(startedMs) + leftSecondsMin)) {
      if (nowMs() - startedMs >= sweepMsMax) break
      try {
        if (await keep(deps, id)) kept.kept += 1
      } catch (error) {
        kept.errors += 1
        log.warn({ taskId: id, cause: describeCause(error) }, 'baseline not kept')
      }
    }
    return kept
  }

const dueOf = (all: readonly ListedTask[], expiresBefore: number): ListedTask[] =>
  all.filter((task) => expiryOf(task) < expiresBefore).sort((a, b) => expiryOf(a) - expiryOf(b))

const expiryOf = ({ baselineExpires = Number.POSITIVE_INFINITY }: ListedTask): number => baselineExpires

const keep = async ({ tasks, accounts, files, nowMs }: Deps, taskId: number): Promise<boolean> => {
  const task = await tasks.find(taskId)
  const baseline = task && baselineOf(task, nowMs())
  if (!baseline) return false
  const account = await accounts.findStatus(task.accountId)
  if (!account || account.closed !== undefined) return false
  const created = toSeconds(nowMs())
  const life = { created, expires: created + cacheSecondsMax }
  const nameOf = (extension: string) => toResultName({ ...life, random: randomBytes(20), extension })
  const { text: oldText, ...old } = baseline.file
  const file: NamedFile = { ...old, ...life, name: nameOf(old.extension) }
  if (!(await files.copy(old.name, file))) throw new Error('The file of the baseline is missing.')
  const text = nameOf(textFile.extension)
  if (oldText !== undefined && (await files.copy(oldText, { ...file, ...textFile, name: text })))
    file.text = text
  const isMoved = await tasks.moveBaseline(task.id, baseline, file)
  if (!isMoved) await Promise.all(fileNamesOf(file).map((name) => files.remove(name)))
  return isMoved
}
