import { keepWindow } from '../../in-page/keep-window.ts'
import { prepareDocument } from '../../in-page/prepare-document.ts'
import { toDeclaration, worldName } from '../world.ts'
import type { EmulationStep } from './step.ts'

const scripts = [
  { source: `(${toDeclaration(prepareDocument)})()`, worldName },
  { source: `(${toDeclaration(keepWindow)})()` },
]

/** Makes every document one that the service can draw frame by frame. */
export const prepareDocuments: EmulationStep = async ({ cdp }) => {
  await Promise.all(scripts.map((script) => cdp.send('Page.addScriptToEvaluateOnNewDocument', script)))
}
