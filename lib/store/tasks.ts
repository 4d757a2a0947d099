import { paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb'
import { withoutUndefined } from '../base/without-undefined.ts'
import { failuresMax } from '../core/events/occurrences.ts'
import type { CountedMinutes } from '../core/tasks/counted-minutes.ts'
import type { StoredTask, TaskDefinition } from '../core/tasks/stored-task.ts'
import type { ScheduledTask } from '../core/tasks/task-schedules.ts'
import type { Baseline, NamedFile } from '../core/watch/run-change.ts'
import { createTable, type ItemChange, type TableDeps } from './table.ts'

interface TaskCount {
  counted: CountedMinutes | undefined
  /** Unix seconds. */
  lastRun: number
}

/** What the schedules of a task depend on, and when the file of its baseline expires (Unix seconds). */
export interface ListedTask extends ScheduledTask {
  baselineExpires?: number | undefined
}

export interface TaskStore {
  /** A consistent read. */
  find(id: number): Promise<StoredTask | undefined>
  /** Returns false, and changes nothing, if a task with that id exists. */
  put(task: StoredTask): Promise<boolean>
  /** Returns the tasks of an account, newest first. A task of the last second may be missing, because indexes are eventually consistent. */
  list(accountId: string): Promise<StoredTask[]>
  /** Returns the number of tasks of an account. Tasks of the last second may be missing. */
  count(accountId: string): Promise<number>
  /** Replaces the definition. Returns undefined if the task was changed or deleted since it was read. */
  change(task: StoredTask, definition: TaskDefinition): Promise<StoredTask | undefined>
  /** Adds one to `runs`. Returns false if another run was counted since the task was read, or the task was deleted. */
  countRun(task: Pick<StoredTask, 'id' | 'runs'>, count: TaskCount): Promise<boolean>
  /**
   * Makes a run the latest one of the task, and the baseline if it becomes that. Returns false, and changes nothing, if one of them is a
   * later run or this one.
   */
  setLatest(id: number, run: Baseline, isBaseline: boolean): Promise<boolean>
  /**
   * Makes a run the baseline, unless that of a later run is there. So it can be repeated, and runs may end in any order. Returns the task,
   * undefined if nothing was changed.
   */
  setBaseline(id: number, baseline: Baseline): Promise<StoredTask | undefined>
  /** Replaces the file of the baseline by a copy. Returns false if the baseline was replaced since it was read. */
  moveBaseline(id: number, baseline: Baseline, file: NamedFile): Promise<boolean>
  /**
   * Makes the latest run the baseline, unless that of a later run is there. Returns the task, undefined if the task or its latest run
   * changed or was deleted since it was read.
   */
  acceptLatest(id: number, latest: Baseline): Promise<StoredTask | undefined>
  /** Marks the file of the latest run as deleted. Returns false if the latest run or the baseline changed since the task was read. */
  forgetLatest(task: Pick<StoredTask, 'id' | 'latest' | 'baseline'>): Promise<boolean>
  /**
   * Notes a failed run. Returns the name of the task and the ids of the runs that have failed in a row, oldest first; undefined if enough
   * were noted before, or the task was deleted.
   */
  addFailure(id: number, requestId: string): Promise<{ name: string; runs: string[] } | undefined>
  /** Forgets the failed runs. */
  endFailures(id: number): Promise<void>
  /** Returns false if the account has no such task. */
  delete(task: Pick<StoredTask, 'id' | 'accountId'>): Promise<boolean>
  /** Returns what a sweep needs of all tasks. Not a consistent read. */
  listAll(): Promise<ListedTask[]>
}

export const createTaskStore = (deps: TableDeps): TaskStore => {
  const table = createTable<{ id: number }, StoredTask>(deps)
  const update = (id: number, change: ItemChange) => table.update({ id }, change)
  return {
    find: (id) => table.find({ id }),

    put: (task) => table.put(task, { condition: 'attribute_not_exists(#id)' }),

    change: ({ id, revision }, definition) =>
      update(id, {
        set: withoutUndefined({ ...definition }),
        count: { revision: 1 },
        remove: optional.filter((name) => definition[name] === undefined),
        condition: '#revision = :revision',
        values: { revision },
      }),

    async countRun({ id, runs }, count) {
      const counted = await update(id, {
        set: withoutUndefined({ ...count }),
        count: { runs: 1 },
        condition: '#runs = :runs',
        values: { runs },
      })
      return counted !== undefined
    },

    async addFailure(id, requestId) {
      const task = await update(id, {
        add: { failedRuns: new Set([requestId]) },
        condition:
          'attribute_exists(#id) AND (attribute_not_exists(#failedRuns) OR size(#failedRuns) < :max OR contains(#failedRuns, :run))',
        values: { max: failuresMax, run: requestId },
      })
      return task && { name: task.name, runs: [...(task.failedRuns ?? [])].sort() }
    },

    async endFailures(id) {
      await update(id, {
        remove: ['failedRuns'],
        condition: 'size(#failedRuns) > :none',
        values: { none: 0 },
      })
    },

    delete: ({ id, accountId }) =>
      table.delete({ id }, { condition: '#accountId = :accountId', values: { accountId } }),

    ...createBaselines(update),
    ...createTaskLists(deps),
  }
}

const isEarlier = (name: string) => `(attribute_not_exists(#${name}) OR #${name}.#requestId < :requestId)`

const createBaselines = (
  update: (id: number, change: ItemChange) => Promise<StoredTask | undefined>,
): Pick<TaskStore, 'setLatest' | 'setBaseline' | 'acceptLatest' | 'moveBaseline' | 'forgetLatest'> => ({
  // Its id stays, because a worker that is late must not make the run the latest one again.
  async forgetLatest({ id, latest, baseline }) {
    const sameBaseline = baseline ? '#baseline.#requestId = :baselineId' : 'attribute_not_exists(#baseline)'
    const forgotten = await update(id, {
      set: { 'latest.file.expires': 0 },
      condition: `#latest.#requestId = :requestId AND ${sameBaseline}`,
      values: { requestId: latest?.requestId, ...(baseline && { baselineId: baseline.requestId }) },
    })
    return forgotten !== undefined
  },

  acceptLatest: (id, latest) =>
    update(id, {
      set: { baseline: latest },
      condition: `#latest.#requestId = :requestId AND #latest.#file.#expires = :expires AND ${isEarlier('baseline')}`,
      values: { requestId: latest.requestId, expires: latest.file.expires },
    }),

  async setLatest(id, run, isBaseline) {
    const names = isBaseline ? ['latest', 'baseline'] : ['latest']
    const set = await update(id, {
      set: Object.fromEntries(names.map((name) => [name, run])),
      condition: ['attribute_exists(#id)', ...names.map(isEarlier)].join(' AND '),
      values: { requestId: run.requestId },
    })
    return set !== undefined
  },

  setBaseline: (id, baseline) =>
    update(id, {
      set: { baseline },
      condition: `attribute_exists(#id) AND ${isEarlier('baseline')}`,
      values: { requestId: baseline.requestId },
    }),

  async moveBaseline(id, { requestId, file: { name } }, file) {
    const moved = await update(id, {
      set: { 'baseline.file': file },
      condition: '#baseline.#requestId = :requestId AND #baseline.#file.#name = :name',
      values: { requestId, name },
    })
    return moved !== undefined
  },
})

/** Parts of a definition that a task need not have. */
const optional = ['crontab', 'watch', 'keep_runs'] as const

const scheduledAttributes = ['id', 'accountId', 'frequency', 'crontab', 'timezone', 'enabled']

const ofAccount = (accountId: string) => ({
  IndexName: 'byAccount',
  KeyConditionExpression: 'accountId = :accountId',
  ExpressionAttributeValues: { ':accountId': accountId },
})

const createTaskLists = ({
  dynamo,
  tableName,
}: TableDeps): Pick<TaskStore, 'list' | 'count' | 'listAll'> => ({
  async list(accountId) {
    const tasks: StoredTask[] = []
    const pages = paginateQuery({ client: dynamo }, { TableName: tableName, ...ofAccount(accountId) })
    for await (const { Items = [] } of pages) tasks.push(...(Items as StoredTask[]))
    // Ids increase with time, except those of tasks with an Idempotency-Key.
    return tasks.sort((a, b) => b.created - a.created || b.id - a.id)
  },

  async count(accountId) {
    let count = 0
    const query = { TableName: tableName, ...ofAccount(accountId), Select: 'COUNT' as const }
    for await (const { Count = 0 } of paginateQuery({ client: dynamo }, query)) count += Count
    return count
  },

  async listAll() {
    const names = [...scheduledAttributes, 'baseline', 'file', 'expires']
    const pages = paginateScan(
      { client: dynamo },
      {
        TableName: tableName,
        ProjectionExpression: [
          ...scheduledAttributes.map((name) => `#${name}`),
          '#baseline.#file.#expires',
        ].join(),
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      },
    )
    const tasks: ListedTask[] = []
    for await (const { Items = [] } of pages)
      for (const { baseline, ...task } of Items as StoredTask[])
        tasks.push({ ...task, baselineExpires: baseline?.file.expires })
    return tasks
  },
})
