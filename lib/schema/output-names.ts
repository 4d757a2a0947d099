/** The outputs of a snapshot, in the order in which they are made. */
export const outputNames = [
  'screenshot',
  'metadata',
  'links',
  'markdown',
  'html',
  'full_page',
  'pdf',
] as const

export type OutputName = (typeof outputNames)[number]
