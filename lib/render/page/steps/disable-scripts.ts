import type { EmulationStep } from './step.ts'

/** Disables the page's own scripts. Calls in our own world still run, but no timers or frame callbacks. */
export const disableScripts: EmulationStep = async ({ cdp }, { scriptsDisabled }) => {
  if (!scriptsDisabled) return
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
}
