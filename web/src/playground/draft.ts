import type { RenderCall } from '../parameters/form-values.ts'

const name = 'stillframe-playground'

/** Keeps the form of the playground in this tab. Its address has neither HTML nor private values. */
export const keepDraft = (call: RenderCall): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(call))
  } catch {
    // A document of several megabytes has no room. An older draft in its place would be misleading.
    forgetDraft()
  }
}

/** Returns the form that was kept. */
export const readDraft = (): RenderCall | undefined => {
  const kept = sessionStorage.getItem(name)
  return kept === null ? undefined : (JSON.parse(kept) as RenderCall)
}

/** Forgets the form of an account whose session ends. */
export const forgetDraft = (): void => sessionStorage.removeItem(name)
