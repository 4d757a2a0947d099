import { endpoint } from '../../lib/http/endpoint.ts'
import { getRequest } from '../../lib/http/requests.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps, requests } from '../deps.ts'

export const handler = endpoint(operations.get_request, getRequest(requests, config.cacheUrl), deps)
