import { prepareDocument } from '../../in-page/prepare-document.ts'
import { toDeclaration, worldName } from '../world.ts'
import type { EmulationStep } from './step.ts'

/** Makes every document one that the service can draw frame by frame. */
export const prepareDocuments: EmulationStep = async ({ cdp }) => {
  const source = `(${toDeclaration(prepareDocument)})()`
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { worldName, source })
}
