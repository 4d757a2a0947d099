import { accountRoutes } from '../../lib/http/account.ts'
import { endpoints } from '../../lib/http/endpoint.ts'
import { createChangeAccount } from '../../lib/jobs/change-account.ts'
import { deps } from '../deps.ts'

export const handler = endpoints(accountRoutes({ ...deps, changeAccount: createChangeAccount(deps) }), deps)
