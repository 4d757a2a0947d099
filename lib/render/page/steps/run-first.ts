import type { RenderPlan } from '../../../core/plan/render-plan.ts'
import { fillStorage } from '../../in-page/fill-storage.ts'
import { sourceUrl } from '../source-url.ts'
import { toDeclaration } from '../world.ts'
import type { EmulationStep } from './step.ts'

/** Adds the scripts that run in every frame before its own: first the storage, then `init_scripts`. */
export const runFirst: EmulationStep = async ({ cdp }, plan) => {
  const sources = [...toStorageScript(plan), ...(plan.initScripts === undefined ? [] : [plan.initScripts])]
  // In the order in which they were added.
  await Promise.all(sources.map((source) => cdp.send('Page.addScriptToEvaluateOnNewDocument', { source })))
}

const toStorageScript = ({ source, localStorage = {}, sessionStorage = {} }: RenderPlan): string[] => {
  const stores = { localStorage, sessionStorage }
  if (Object.values(stores).every((items) => Object.keys(items).length === 0)) return []
  const { origin } = new URL(sourceUrl(source))
  return [`(${toDeclaration(fillStorage)})(${JSON.stringify(origin)}, ${JSON.stringify(stores)})`]
}
