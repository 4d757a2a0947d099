import { createHits } from '../lib/jobs/hits.ts'
import { createHitStore } from '../lib/store/hits.ts'
import { config, dynamo, log, nowMs } from './deps.ts'
import { requests } from './request-deps.ts'

const store = createHitStore({ dynamo, tableName: config.usageTable, plans: config.plans, nowMs })

/** The composition root of what takes, keeps and returns hits of the quota. */
export const hits = createHits({ store, requests, log })
