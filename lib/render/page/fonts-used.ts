import type { PageSession } from '../browser/page-session.ts'
import type { World } from './world.ts'

/** Returns the names of the font families that the page was drawn with, unique and sorted, not those that its CSS names. */
export const readFonts = async ({ cdp }: PageSession, world: World): Promise<string[]> => {
  const [objectIds] = await Promise.all([
    world.handles('sampleText'),
    cdp.send('DOM.enable'),
    cdp.send('CSS.enable'),
    cdp.send('DOM.getDocument', { depth: 0 }),
  ])
  const usages = await Promise.all(
    objectIds.map(async (objectId) => {
      const { nodeId } = await cdp.send('DOM.requestNode', { objectId })
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts
    }),
  )
  const families = usages.flat().filter(({ glyphCount }) => glyphCount > 0)
  return [...new Set(families.map(({ familyName }) => familyName))].sort()
}
