import type { EmulationStep } from './step.ts'

/** Sets the media type, dark mode and reduced motion. */
export const setMedia: EmulationStep = async ({ cdp }, { media, darkMode, reducedMotion }) => {
  await cdp.send('Emulation.setEmulatedMedia', {
    media,
    features: [
      { name: 'prefers-color-scheme', value: darkMode ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
    ],
  })
}
