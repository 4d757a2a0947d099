import { endpoint } from '../../lib/http/endpoint.ts'
import { listEvents } from '../../lib/http/events.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps, events } from '../deps.ts'

export const handler = endpoint(operations.list_events, listEvents(events), deps)
