import { createHandler } from '../../lib/http/endpoint.ts'
import { createTryPage } from '../../lib/http/try-page.ts'
import { config, deps } from '../deps.ts'

export const handler = createHandler('try', deps, createTryPage({ ...deps, accountId: config.tryAccount }))
