/*
 * Bundled into one script by scripts/generate/annoyances.ts. The consent script of a page uses it, and the tidy-up of a page that needed no
 * consent script.
 */

export { hideNotices } from './hide-notices.ts'
export { findNoticeRule } from './notice-rule.ts'
