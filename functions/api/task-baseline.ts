import { endpoint } from '../../lib/http/endpoint.ts'
import { acceptBaseline } from '../../lib/http/tasks.ts'
import { createAcceptBaseline } from '../../lib/jobs/tasks/accept-baseline.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps, nowMs, requests, tasks } from '../deps.ts'

export const handler = endpoint(
  operations.accept_baseline,
  acceptBaseline(createAcceptBaseline({ tasks, requests, nowMs }), { cacheUrl: config.cacheUrl, nowMs }),
  deps,
)
