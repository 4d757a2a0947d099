import { storageRoutes } from '../../lib/http/account-storage.ts'
import { endpoints } from '../../lib/http/endpoint.ts'
import { deps } from '../deps.ts'
import { assumeRole, post, principal, secrets } from '../storage.ts'

export const handler = endpoints(storageRoutes({ ...deps, secrets, assumeRole, post, principal }), deps)
