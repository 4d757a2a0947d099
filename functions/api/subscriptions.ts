import { endpoints } from '../../lib/http/endpoint.ts'
import { subscriptionListRoutes } from '../../lib/http/events.ts'
import { config, deps } from '../deps.ts'

export const handler = endpoints(subscriptionListRoutes({ ...deps, alertEmail: config.alertEmail }), deps)
