import type { EmulationStep } from './step.ts'

/** The page's own scripts only: what is called in a world of ours still runs, but no timer or frame callback does. */
export const disableScripts: EmulationStep = async ({ cdp }, { scriptsDisabled }) => {
  if (!scriptsDisabled) return
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
}
