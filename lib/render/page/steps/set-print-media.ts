import type { EmulationStep } from './step.ts'

/**
 * When a navigation changes the renderer process, every session restores its own media type there, in the order of their creation,
 * even if it set none. The last one wins, so this session has to be created after all others.
 */
export const setPrintMedia: EmulationStep = async ({ page }, { media }) => {
  if (media !== 'print') return
  const cdp = await page.createCDPSession()
  await cdp.send('Emulation.setEmulatedMedia', { media })
}
