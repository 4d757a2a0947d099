import { endpoint } from '../../lib/http/endpoint.ts'
import { getEvent } from '../../lib/http/events.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps, events } from '../deps.ts'

export const handler = endpoint(operations.get_event, getEvent(events), deps)
