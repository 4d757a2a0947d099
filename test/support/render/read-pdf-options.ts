import { readOptions } from '../../../lib/core/options/read-options.ts'
import { operations } from '../../../lib/schema/operations.ts'

/** Options of a PDF request from its JSON body. */
export const pdfOptions = (value: Record<string, unknown>) =>
  readOptions(operations.pdf, { kind: 'body', value: { html: 'x', ...value } })
