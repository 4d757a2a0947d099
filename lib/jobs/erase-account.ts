import { eachOf } from '../base/each-of.ts'
import { asBatch, inputKeysOf } from '../core/requests/batch.ts'
import { fileNamesOfRequest, type RequestRecord } from '../core/requests/request-record.ts'
import { fileNamesOf } from '../core/requests/stored-result.ts'
import type { StoredTask } from '../core/tasks/stored-task.ts'
import type { AccountData, CacheEntry } from '../store/account-data.ts'
import type { AccountStore } from '../store/accounts.ts'
import type { InputStore } from '../store/inputs.ts'
import type { ResultStore } from '../store/results.ts'
import type { ScheduleStore } from '../store/schedules.ts'
import type { TaskStore } from '../store/tasks.ts'

interface Deps {
  accounts: Pick<AccountStore, 'erase'>
  data: AccountData
  tasks: Pick<TaskStore, 'list' | 'delete'>
  schedules: Pick<ScheduleStore, 'list' | 'delete'>
  inputs: Pick<InputStore, 'delete'>
  files: Pick<ResultStore, 'remove'>
}

/** The number of things that were deleted, by kind. */
export interface Erased {
  tasks: number
  schedules: number
  /** Records, and entries of the log. */
  requests: number
  files: number
  cacheEntries: number
  usage: number
  accounts: number
}

/** Longer than any function runs: a render worker, 500 s. What began before the account was closed has then ended, and stores nothing more. */
export const erasableAfterSeconds = 600

/** How many things are deleted at the same time. */
const parallel = 20

/**
 * Deletes everything that is stored of a closed account. Files go before what names them, and the account last: after an interruption, a
 * repetition finds the rest.
 */
export const createEraseAccount =
  ({ accounts, data, tasks, schedules, inputs, files }: Deps) =>
  async (accountId: string): Promise<Erased> => {
    const removed = new Set<string>()
    const removeFiles = (names: readonly string[]) =>
      Promise.all(
        names
          .filter((name) => !removed.has(name))
          .map(async (name) => {
            await files.remove(name)
            removed.add(name)
          }),
      )
    let scheduleCount = 0
    const eraseTask = async (task: StoredTask) => {
      for await (const { name } of schedules.list(task.id)) {
        await schedules.delete(name)
        scheduleCount += 1
      }
      await removeFiles([task.baseline, task.latest].flatMap((run) => fileNamesOf(run?.file)))
      await tasks.delete(task)
    }
    const eraseCacheEntry = async ({ key, result }: CacheEntry) => {
      await removeFiles(fileNamesOf(result))
      await data.deleteCacheEntry(key)
    }
    const eraseRequest = async (record: RequestRecord) => {
      const batch = asBatch(record)
      for (const key of batch ? inputKeysOf(batch) : []) await inputs.delete(key)
      if (record.hasInput) await inputs.delete(record)
      await removeFiles(filesOf(record))
      await data.deleteRequest(record)
    }
    return {
      tasks: await eachOf(await tasks.list(accountId), eraseTask, parallel),
      cacheEntries: await eachOf(data.cacheEntries(accountId), eraseCacheEntry, parallel),
      requests: await eachOf(data.requests(accountId), eraseRequest, parallel),
      usage: await eachOf(await data.usage(accountId), ({ id }) => data.deleteUsage(id), parallel),
      accounts: (await accounts.erase(accountId)) ? 1 : 0,
      schedules: scheduleCount,
      files: removed.size,
    }
  }

const filesOf = (request: RequestRecord): string[] => [
  ...fileNamesOfRequest(request),
  ...fileNamesOf(request.change?.before),
]
