import { endpoint } from '../../lib/http/endpoint.ts'
import { listRequests } from '../../lib/http/requests.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps, requests } from '../deps.ts'

export const handler = endpoint(operations.list_requests, listRequests(requests, config.cacheUrl), deps)
