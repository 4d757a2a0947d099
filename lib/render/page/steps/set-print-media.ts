import type { EmulationStep } from './step.ts'

/**
 * When a navigation changes the renderer process, every session restores its own media type there, the empty one of those
 * that set none included, in the order of their creation: the last one wins. So this one has to be made after all others.
 */
export const setPrintMedia: EmulationStep = async ({ page }, { media }) => {
  if (media !== 'print') return
  const cdp = await page.createCDPSession()
  await cdp.send('Emulation.setEmulatedMedia', { media })
}
