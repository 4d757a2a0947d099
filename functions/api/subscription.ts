import { endpoints } from '../../lib/http/endpoint.ts'
import { subscriptionRoutes } from '../../lib/http/events.ts'
import { config, deps } from '../deps.ts'

export const handler = endpoints(subscriptionRoutes({ ...deps, alertEmail: config.alertEmail }), deps)
