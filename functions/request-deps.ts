import { createRequestStore } from '../lib/store/requests.ts'
import { config, dynamo, nowMs } from './deps.ts'

/** The composition root of what reads requests. */
export const requests = createRequestStore({ dynamo, tableName: config.requestsTable, nowMs })
