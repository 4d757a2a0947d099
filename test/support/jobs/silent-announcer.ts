import type { Announcer } from '../../../lib/jobs/events/announcer.ts'

/** For accounts without subscriptions. */
export const silentAnnouncer: Announcer = {
  announceRun: async () => {},
  announceBatch: async () => {},
  announceGivenUp: async () => {},
}
