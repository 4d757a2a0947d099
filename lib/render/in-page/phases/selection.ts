import { frameElement } from '../element-area.ts'
import { showElement } from '../elements.ts'
import { hideCovering } from '../hide-covering.ts'

/**
 * Frames the first visible match of `selector` as an image shows it: in view, with nothing over it. Returns its box as `frameElement` does.
 */
export const frameSelection = (selector: string): ReturnType<typeof frameElement> => {
  // Images that have loaded may have moved it.
  showElement(selector)
  const box = frameElement(selector)
  hideCovering(selector)
  return box
}
