import type { PageSession } from '../../browser/page-session.ts'
import { callOf } from '../../browser/scripts.ts'

/**
 * Empties the clipboard, which all contexts of a browser share. A key of `actions` could otherwise paste text of an earlier page.
 * Scripts cannot read it. Must end before scripts are disabled, because it needs a listener.
 */
export const emptyClipboard = ({ cdp, scripts }: Pick<PageSession, 'cdp' | 'scripts'>): Promise<unknown> =>
  cdp.send('Runtime.evaluate', { expression: callOf(scripts.start, 'copyNothing'), userGesture: true })
