import type { Tiers } from '../core/access/tiers.ts'
import type { RequestRecord } from '../core/requests/request-record.ts'
import { toRequestList } from '../core/requests/request-view.ts'
import { type TaskViewSettings, toTask } from '../core/tasks/stored-task.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Hits } from '../jobs/hits.ts'
import type { Places } from '../jobs/places.ts'
import type { operations } from '../schema/operations.ts'
import { type Overview, overviewDays, overviewFailures, overviewRequests } from '../schema/overview.ts'
import type { RequestStore } from '../store/requests.ts'
import type { TaskStore } from '../store/tasks.ts'
import type { UsageStore } from '../store/usage.ts'
import { toAccountReport } from './account.ts'
import { accountOf, isMaskedFor } from './call.ts'
import type { Run } from './endpoint.ts'
import { jsonResponse } from './response.ts'

interface Deps extends TaskViewSettings {
  tiers: Tiers
  usage: Pick<UsageStore, 'read' | 'readHistory'>
  hits: Pick<Hits, 'closeOverdue'>
  readPlaces: Places['read']
  requests: Pick<RequestStore, 'list'>
  tasks: Pick<TaskStore, 'list'>
}

const weekSeconds = 7 * 86_400

/** Returns what the first page of the dashboard shows, which would otherwise take a call for each of its parts. */
export const getOverview =
  ({ tiers, usage, hits, readPlaces, requests, tasks, ...settings }: Deps): Run<typeof operations.overview> =>
  async (_options, { call }) => {
    const account = accountOf(call)
    const { id, plan } = account
    const isMasked = isMaskedFor(call)
    await hits.closeOverdue(id)
    const from = toSeconds(settings.nowMs()) - weekSeconds
    const limit = overviewRequests
    const [report, renders, history, latest, stored, failed, own] = await Promise.all([
      usage.read(account),
      readPlaces(account),
      usage.readHistory(id, overviewDays),
      requests.list(id, { limit }),
      requests.list(id, { limit, stored: true }),
      requests.list(id, { limit: overviewFailures, status: 'failed', from }),
      tiers[plan].features.includes('tasks') ? tasks.list(id) : null,
    ])
    const overview: Overview = {
      account: toAccountReport(account, tiers),
      usage: { ...report, renders },
      history,
      requests: toRequestList(latest, settings.cacheUrl, isMasked),
      stored: toRequestList(stored, settings.cacheUrl, isMasked),
      failures: { codes: countCodes(failed.records), complete: failed.nextId === undefined },
      tasks: own?.map((task) => toTask(task, settings, isMasked)) ?? null,
    }
    return jsonResponse(overview)
  }

const countCodes = (failed: readonly RequestRecord[]): Overview['failures']['codes'] =>
  [...Map.groupBy(failed, ({ error }) => error?.code ?? 'unknown')]
    .map(([code, { length: count }]) => ({ code, count }))
    .sort((first, second) => second.count - first.count)
