import { setTimeout as pause } from 'node:timers/promises'
import type { Step } from './step.ts'

export const waitDelay: Step = async (_session, { delayMs }, { signal }) => {
  if (delayMs === 0) return
  await pause(delayMs, undefined, { signal })
}
