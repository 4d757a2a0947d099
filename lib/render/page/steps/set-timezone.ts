import type { EmulationStep } from './step.ts'

export const setTimezone: EmulationStep = async ({ cdp }, { timezone }) => {
  if (timezone === undefined) return
  await cdp.send('Emulation.setTimezoneOverride', { timezoneId: timezone })
}
