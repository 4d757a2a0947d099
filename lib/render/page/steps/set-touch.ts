import type { EmulationStep } from './step.ts'

/** Enables touch events and their media features, `hover: none` and `pointer: coarse`. */
export const setTouch: EmulationStep = async ({ cdp }, { viewport }) => {
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: viewport.hasTouch })
}
