import { prepareDocument } from '../../in-page/prepare-document.ts'
import { refuseControl } from '../../in-page/refuse-control.ts'
import { toDeclaration, worldName } from '../world.ts'
import type { EmulationStep } from './step.ts'

const scripts = [
  { source: `(${toDeclaration(prepareDocument)})()`, worldName },
  { source: `(${toDeclaration(refuseControl)})()` },
]

/** Makes every document one that the service can draw frame by frame. */
export const prepareDocuments: EmulationStep = async ({ cdp }) => {
  await Promise.all(scripts.map((script) => cdp.send('Page.addScriptToEvaluateOnNewDocument', script)))
}
