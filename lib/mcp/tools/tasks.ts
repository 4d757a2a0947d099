import * as z from 'zod'
import { ListRunsOptions, type RequestList } from '../../schema/requests.ts'
import { Task, TaskOptions } from '../../schema/tasks.ts'
import { defineTool, fromApi, jsonResult, readsTheAccount } from '../tool.ts'

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List scheduled tasks',
  description:
    'Returns the scheduled tasks of the account, newest first: what they render, when, and whether they watch their page for changes. Uses no render of the quota.',
  input: z.strictObject({}),
  annotations: readsTheAccount,
  async run(_input, api) {
    return jsonResult(JSON.parse((await api.send('GET', '/v1/tasks')).body.toString()))
  },
})

const { name, api, query, frequency, crontab, enabled, watch, keep_runs } = TaskOptions.shape

export const createTask = defineTool({
  name: 'create_task',
  title: 'Create a scheduled task',
  description:
    'Creates a task that renders a page on a schedule until someone deletes it. Each run uses one render of the quota. With watch, each run is compared with the one before, and get_changes returns what changed. Ask the user before you create one.',
  input: z.strictObject({
    name: fromApi(name),
    api: fromApi(api),
    query: fromApi(query),
    frequency: fromApi(frequency),
    crontab: fromApi(crontab),
    timezone: z
      .string()
      .default('Etc/UTC')
      .describe('IANA time zone of the schedule, for example Europe/Berlin.'),
    enabled: fromApi(enabled),
    watch: fromApi(watch),
    keep_runs: fromApi(keep_runs),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(task, client) {
    return jsonResult(JSON.parse((await client.send('POST', '/v1/tasks', task)).body.toString()))
  },
})

const { limit, cursor } = ListRunsOptions.shape

export const getChanges = defineTool({
  name: 'get_changes',
  title: 'Get the changes of a watched page',
  description:
    'Returns the runs of a task that watches a page, newest first, by default only those in which the page changed: the share of pixels or lines that differ, the changed regions, and the files before, after and of the difference. Read a file with resources/read. Uses no render of the quota.',
  input: z.strictObject({
    task_id: fromApi(Task.shape.id, 'The id of the task, from list_tasks.'),
    only_changed: z
      .boolean()
      .default(true)
      .describe('Leaves out runs without a change. Failed runs are always returned.'),
    limit: fromApi(limit),
    cursor: fromApi(cursor),
  }),
  annotations: readsTheAccount,
  async run({ task_id, only_changed, limit, cursor }, client) {
    const parameters = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
    const { body } = await client.send('GET', `/v1/tasks/${task_id}/runs?${parameters}`)
    const page = JSON.parse(body.toString()) as RequestList
    const runs = page.requests
      .filter(({ change, status }) => !only_changed || status === 'failed' || change?.changed)
      .map(({ id, status, created, file, expires, change, error }) => ({
        id,
        status,
        created,
        file,
        expires,
        change,
        error,
      }))
    return jsonResult({ runs, examined: page.requests.length, cursor: page.cursor })
  },
})
