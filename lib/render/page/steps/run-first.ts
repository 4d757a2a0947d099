import type { RenderPlan } from '../../../core/plan/render-plan.ts'
import { callOf, type Scripts } from '../../browser/scripts.ts'
import { sourceUrl } from '../source-url.ts'
import type { EmulationStep } from './step.ts'

/** Adds the scripts that run in every frame before its own: first the storage, then `init_scripts`. */
export const runFirst: EmulationStep = async ({ cdp, scripts }, plan) => {
  const sources = [
    ...toStorageScript(plan, scripts),
    ...(plan.initScripts === undefined ? [] : [plan.initScripts]),
  ]
  // In the order in which they were added.
  await Promise.all(sources.map((source) => cdp.send('Page.addScriptToEvaluateOnNewDocument', { source })))
}

const toStorageScript = (
  { source, localStorage = {}, sessionStorage = {} }: RenderPlan,
  scripts: Scripts,
): string[] => {
  const stores = { localStorage, sessionStorage }
  if (Object.values(stores).every((items) => Object.keys(items).length === 0)) return []
  const { origin } = new URL(sourceUrl(source))
  return [callOf(scripts.start, 'fillStorage', origin, stores)]
}
