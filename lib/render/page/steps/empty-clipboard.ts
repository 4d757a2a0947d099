import { copyNothing } from '../../in-page/copy-nothing.ts'
import { toDeclaration } from '../world.ts'
import type { EmulationStep } from './step.ts'

/**
 * Empties the clipboard, which all contexts of a browser share, so that a key of `actions` cannot paste what an earlier page copied.
 * Scripts cannot read it. Must be sent before scripts are disabled, because it calls a listener.
 */
export const emptyClipboard: EmulationStep = async ({ cdp }, { actions }) => {
  if (actions === undefined) return
  await cdp.send('Runtime.evaluate', { expression: `(${toDeclaration(copyNothing)})()`, userGesture: true })
}
