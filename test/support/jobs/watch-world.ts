import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { allowNothing } from '../../../lib/core/network/egress-allow.ts'
import type { Artifact } from '../../../lib/core/plan/artifact.ts'
import type { StoredTask, TaskDefinition } from '../../../lib/core/tasks/stored-task.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createRunTask } from '../../../lib/jobs/tasks/run-task.ts'
import type { RequestWorld } from './request-world.ts'

const text = (body: string): Artifact => ({
  body: Buffer.from(body),
  contentType: 'text/markdown; charset=utf-8',
  extension: 'md',
  metadata: {},
})

const definition: TaskDefinition = {
  name: 'Watched',
  api: 'scrape',
  query: 'url=https%3A%2F%2Fexample.com%2F&format=md&webhook_url=https%3A%2F%2Fhooks.example.com%2F',
  frequency: 'every_minute',
  timezone: 'Etc/UTC',
  enabled: true,
  watch: { mode: 'text', threshold: 0, ignore_selectors: [], notify: 'change' },
}

const minuteMs = 60_000

let ids = 0

/** Tasks that watch their page, over the world of requests. The content of the page is `world.behaviour`. */
export const createWatchTools = (world: RequestWorld) => {
  const runTask = createRunTask({
    ...world,
    tiers: defaultTiers,
    rules: { egress: { allow: allowNothing, serviceHosts: [] } },
  })
  /** @param shown the visible text beside the result, which only images have in reality */
  const show = (body: string, shown?: string) => {
    world.behaviour.render = async () => ({ ...text(body), ...(shown !== undefined && { text: shown }) })
  }
  const showImage = (body: Buffer, shown?: string) => {
    const image = { body, contentType: 'image/png', extension: 'png', metadata: {} }
    world.behaviour.render = async () => ({ ...image, ...(shown !== undefined && { text: shown }) })
  }
  const createTask = async (changes: Partial<StoredTask> = {}): Promise<StoredTask> => {
    const account = await world.accounts.create('scale')
    ids += 1
    const created = Math.floor(world.nowMs() / 1000)
    const task = { ...definition, id: ids, accountId: account.id, created, runs: 0, revision: 1, ...changes }
    await world.tasks.put(task)
    return task
  }
  /** Starts the run of a minute, counted from now. */
  const start = async ({ id, accountId }: Pick<StoredTask, 'id' | 'accountId'>, minute: number) => {
    const scheduledTime = new Date(world.nowMs() + minute * minuteMs).toISOString()
    const started = await runTask({ accountId, taskId: id, scheduledTime })
    if (!('key' in started)) throw new Error(started.outcome)
    return started.key
  }
  const perform = (key: { accountId: string; id: string }, worker = world.worker()) =>
    worker(key, {
      remainingMs: () => 100_000,
      extendVisibility: async () => undefined,
      signal: new AbortController().signal,
      report: createRenderReport(),
      invocationId: randomUUID(),
    })
  /** Runs a task at a minute, and returns its record. */
  const run = async (task: Pick<StoredTask, 'id' | 'accountId'>, minute: number) => {
    const key = await start(task, minute)
    await perform(key)
    return world.requests.find(key)
  }
  const baselineOf = async ({ id }: Pick<StoredTask, 'id'>) => (await world.tasks.find(id))?.baseline
  /** Changes what a task renders. */
  const moveTask = (task: StoredTask, query: string) => {
    const { name, api, frequency, timezone, enabled, watch } = task
    return world.tasks.change(task, { name, api, frequency, timezone, enabled, watch, query })
  }
  return {
    show,
    showImage,
    text,
    createTask,
    start,
    perform,
    run,
    baselineOf,
    moveTask,
    pause: () => wait(1),
  }
}
