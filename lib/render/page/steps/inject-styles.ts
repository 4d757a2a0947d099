import { addStyles } from '../../in-page/add-styles.ts'
import { injectMsMax, inTime } from '../time-limits.ts'
import { busyMessage, type Step } from './step.ts'

export const injectStyles: Step = async (_session, { styles }, { world, signal }) => {
  if (styles === undefined) return
  await inTime(world.call(addStyles, styles), injectMsMax, signal, busyMessage('styles'))
}
