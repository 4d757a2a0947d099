import type { VisionDeficiency } from '../../../core/plan/render-plan.ts'
import type { EmulationStep } from './step.ts'

const types = {
  reduced_contrast: 'reducedContrast',
  blurred_vision: 'blurredVision',
  deuteranopia: 'deuteranopia',
  achromatopsia: 'achromatopsia',
} as const satisfies Record<VisionDeficiency, string>

export const setVision: EmulationStep = async ({ cdp }, { visionDeficiency }) => {
  if (visionDeficiency === undefined) return
  await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: types[visionDeficiency] })
}
