import { accountsAndShops } from './accounts-and-shops.ts'
import { contents } from './contents.ts'
import { mixedNotices } from './mixed-notices.ts'
import type { NoticePage } from './notice-page.ts'
import { noticesWithContent } from './notices-with-content.ts'
import { overlaysOfSites } from './overlays-of-sites.ts'
import { reportingNotices, unreadNotices } from './unread-notices.ts'

/** Overlays that mention cookies, privacy or consent, and are not consent dialogs. Each has `data-keep`. */
export const pagesThatStay: readonly NoticePage[] = [
  ...accountsAndShops,
  ...contents,
  ...mixedNotices,
  ...overlaysOfSites,
  ...noticesWithContent,
  ...unreadNotices,
  ...reportingNotices,
]
