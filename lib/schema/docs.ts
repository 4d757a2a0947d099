import * as z from 'zod'

/** Sections of the parameter reference, in the order in which they are shown. */
export const groups = {
  source: 'Page',
  outputs: 'Outputs',
  image: 'Image',
  content: 'Content',
  full_page: 'Full page',
  video: 'Video',
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
  batch: 'Batch',
  compare: 'Comparison',
  task: 'Scheduled task',
  list: 'List',
  account: 'Account',
  storage: 'Storage',
} as const

type Group = keyof typeof groups

/**
 * Documentation of a parameter. The keys that begin with `x-` are copied into the JSON Schema, so the
 * decoder, OpenAPI document, reference pages and forms read the same facts.
 */
export interface FieldDoc {
  title: string
  /** Plain sentences; `code` between backticks. */
  description: string
  examples: z.$input[]
  'x-group': Group
  /** Default that the schema cannot express, for example because a device may set another value. */
  default?: z.$input | undefined
  /** How a string is split into an array. `selector` splits at commas outside brackets, parentheses and quotes. */
  'x-separator'?: ',' | ';' | 'selector'
  /** Items of an array are split as well, because an item cannot contain the separator. */
  'x-split-members'?: true
  /** Separates name and value in an array item. The name appears in error messages, the value never does. */
  'x-pair'?: '=' | ':'
  /** The plan that this parameter requires. */
  'x-plan'?: 'scale'
  /** An addition of this service, which the API that it is compatible with does not have. */
  'x-extension'?: true
  /** The value never appears in an error message. */
  'x-private'?: true
  /** Accepted values as the end of "It must be ...", if they are a format or too many to list. */
  'x-values'?: string
  /** The response header that the parameter adds. */
  'x-header'?: string
  /** Maximum number of members of an object with arbitrary names. A check of the field enforces it. */
  maxProperties?: number
}

/** Documentation of a value inside a structured parameter: a member of an object, or an object of an array. */
interface PartDoc {
  description: string
  /** As in `FieldDoc`. */
  'x-values'?: string
}

/** Documentation of the values inside structured parameters. */
export const parts = z.registry<PartDoc>()

/** Returns a copy of the schema of such a value with its documentation. */
export const described = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  values?: string,
): Schema => {
  const copy = schema.clone() as Schema
  parts.add(copy, { description, ...(values !== undefined && { 'x-values': values }) })
  return copy
}

/** Documentation of every parameter. */
export const docs = z.registry<FieldDoc>()

type DocOf<Schema extends z.ZodType> = z.core.$replace<Omit<FieldDoc, 'x-group'>, Schema>

/** Returns functions that document the parameters of a group. They copy the schema, which others may share. */
export const fieldsOf = (group: Group) => {
  const field = <Schema extends z.ZodType>(schema: Schema, doc: DocOf<Schema>): Schema => {
    const copy = schema.clone() as Schema
    docs.add(copy, { ...doc, 'x-group': group } as z.core.$replace<FieldDoc, Schema>)
    return copy
  }
  /** A boolean. Its example is the value that is not the default. */
  const flag = (preset: boolean, doc: Omit<DocOf<z.ZodBoolean>, 'examples'>) =>
    field(z.boolean().default(preset), { examples: [!preset], ...doc })
  return { field, flag }
}
