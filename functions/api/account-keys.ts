import { keyRoutes } from '../../lib/http/account.ts'
import { endpoints } from '../../lib/http/endpoint.ts'
import { deps } from '../deps.ts'

export const handler = endpoints(keyRoutes(deps), deps)
