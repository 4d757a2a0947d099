import type { RenderResult } from './use-render.ts'

let kept: RenderResult | undefined

/** Returns the result that was shown when the playground was left. */
export const readResult = (): RenderResult | undefined => kept

/** Keeps a result until another one replaces it, so the way back to the playground leads to it. */
export const keepResult = (result: RenderResult | undefined): void => {
  if (kept && kept !== result) URL.revokeObjectURL(kept.url)
  kept = result
}
