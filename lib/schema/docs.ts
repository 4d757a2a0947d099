import * as z from 'zod'

/** Sections of the parameter reference, in the order in which they are shown. */
export const groups = {
  source: 'Page',
  image: 'Picture',
  content: 'Content',
  full_page: 'Full page',
  film: 'Film',
  pdf: 'Document',
  viewport: 'Viewport and device',
  clip: 'Region',
  blocking: 'Blocking',
  appearance: 'Appearance',
  place: 'Place and time',
  identity: 'Identity',
  network: 'Network',
  waiting: 'Waiting',
  interaction: 'Changing the page',
  metadata: 'Metadata headers',
  delivery: 'Delivery',
  task: 'Scheduled task',
  list: 'List',
} as const

export type Group = keyof typeof groups

/**
 * What a parameter's documentation holds. The keys that begin with `x-` go into the JSON Schema as they are, so that
 * decoder, OpenAPI document, reference pages and forms read the same facts.
 */
export interface FieldDoc {
  title: string
  /** Plain sentences; `code` between backticks. */
  description: string
  examples: z.$input[]
  'x-group': Group
  /** What holds when the parameter is absent and the schema itself cannot say it, e.g. because a device may give another value. */
  default?: z.$input | undefined
  /** How one string is split into a list; `selector` is a comma outside brackets, parentheses and quotes. */
  'x-separator'?: ',' | ';' | 'selector'
  /** Members of a list are split as well, because the separator cannot stand in a member. */
  'x-split-members'?: true
  /** What joins name and value in a member of a list. The name appears in error messages, the value never does. */
  'x-pair'?: '=' | ':'
  /** Needs this plan when used. */
  'x-plan'?: 'scale'
  /** Not in the contract: an addition of this service. */
  'x-extension'?: true
  /** The value never appears in an error message. */
  'x-private'?: true
  /** What is accepted, as the end of "It must be ...", where the list of values is too long to show or is a format. */
  'x-values'?: string
  /** The response header that the parameter adds. */
  'x-header'?: string
}

/** Documentation of every parameter. `.register(docs, …)` is the last call on a field: later calls make a new schema without it. */
export const docs = z.registry<FieldDoc>()
