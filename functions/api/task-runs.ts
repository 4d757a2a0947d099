import { endpoints, route } from '../../lib/http/endpoint.ts'
import { listRuns, startRun } from '../../lib/http/tasks.ts'
import { createAcceptRequest } from '../../lib/jobs/accept-request.ts'
import { createStartRun } from '../../lib/jobs/tasks/start-run.ts'
import { operations } from '../../lib/schema/operations.ts'
import { createIdempotencyStore } from '../../lib/store/idempotency.ts'
import { config, deps, dynamo, finalizeDeps, log, nowMs, requests, tasks } from '../deps.ts'
import { publicUrlOf } from '../settings.ts'

const idempotency = createIdempotencyStore({ dynamo, tableName: config.cacheTable, nowMs })
const accept = createAcceptRequest({ ...finalizeDeps, idempotency, log })

export const handler = endpoints(
  [
    route(operations.list_runs, listRuns({ tasks, requests, cacheUrl: config.cacheUrl })),
    route(operations.start_run, startRun(createStartRun({ ...deps, tasks, accept }), publicUrlOf)),
  ],
  deps,
)
