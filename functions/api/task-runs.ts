import { endpoint } from '../../lib/http/endpoint.ts'
import { listRuns } from '../../lib/http/tasks.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps, requests, tasks } from '../deps.ts'

export const handler = endpoint(
  operations.list_runs,
  listRuns({ tasks, requests, cacheUrl: config.cacheUrl }),
  deps,
)
