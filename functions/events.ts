import { createAnnouncer } from '../lib/jobs/events/announcer.ts'
import { accounts, config, events, queues, tasks } from './deps.ts'

/** The composition root of the functions that end background work, which they announce to subscriptions. */
export const announcer = createAnnouncer({ accounts, tasks, events, queues, cacheUrl: config.cacheUrl })
