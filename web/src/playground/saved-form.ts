import type { RenderCall } from '../parameters/form-values.ts'

let saved: { search: string; call: RenderCall } | undefined

/** Keeps the form of the playground for the way back to it. Its URL has neither HTML nor private values. */
export const saveForm = (call: RenderCall): void => {
  saved = { search: location.search, call }
}

/** Returns the form that was saved at this URL. */
export const findSavedForm = (): RenderCall | undefined =>
  saved?.search === location.search ? saved.call : undefined

/** The form changes once it is shown again. */
export const forgetForm = (): void => {
  saved = undefined
}
