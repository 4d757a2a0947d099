import { endpoint } from '../../lib/http/endpoint.ts'
import { testSubscription } from '../../lib/http/events.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps, events, nowMs, queues } from '../deps.ts'

export const handler = endpoint(
  operations.test_subscription,
  testSubscription({ events, queues, nowMs }),
  deps,
)
