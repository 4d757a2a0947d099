import type { EmulationStep } from './step.ts'

/** Touch events, and the media features that go with them: `hover: none` and `pointer: coarse`. */
export const setTouch: EmulationStep = async ({ cdp }, { viewport }) => {
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: viewport.hasTouch })
}
