import type { CDPSession } from 'puppeteer-core'
import { copyNothing } from '../../in-page/copy-nothing.ts'
import { toDeclaration } from '../world.ts'

/**
 * Empties the clipboard, which all contexts of a browser share, so that a key of `actions` cannot paste what an earlier page copied.
 * Scripts cannot read it. Must end before scripts are disabled, because it needs a listener.
 */
export const emptyClipboard = (cdp: Pick<CDPSession, 'send'>): Promise<unknown> =>
  cdp.send('Runtime.evaluate', { expression: `(${toDeclaration(copyNothing)})()`, userGesture: true })
