import { storageRoutes } from '../../lib/http/account-storage.ts'
import { endpoints } from '../../lib/http/endpoint.ts'
import { config, deps } from '../deps.ts'
import { assumeRole, post, principal, secrets } from '../storage.ts'

export const handler = endpoints(
  storageRoutes({ ...deps, secrets, assumeRole, post, principal, stage: config.stage }),
  deps,
)
