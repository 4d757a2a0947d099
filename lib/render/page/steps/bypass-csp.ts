import type { EmulationStep } from './step.ts'

export const bypassCsp: EmulationStep = async ({ cdp }, { bypassCsp }) => {
  if (!bypassCsp) return
  await cdp.send('Page.setBypassCSP', { enabled: true })
}
