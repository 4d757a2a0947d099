import type { RenderCall } from '../parameters/form-values.ts'

/** What the playground hands to the form of a new task. It is in the state of the history, because private values never go into a URL. */
export type TaskDraft = RenderCall
