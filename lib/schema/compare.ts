import * as z from 'zod'
import { fieldsOf } from './docs.ts'

const { field } = fieldsOf('compare')

/** Parameters of `POST /v1/compare`. */
export const CompareOptions = z.strictObject({
  before: field(z.string().min(1).max(64), {
    title: 'Before',
    description: 'Id of a request that stored an image, HTML or Markdown.',
    examples: ['0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3'],
  }),
  after: field(z.string().min(1).max(64), {
    title: 'After',
    description:
      'Id of the request whose file is compared with the first one. The differences expire with it.',
    examples: ['0198a3c2-9f10-7c2d-9e4f-6a7b8c9d0e1f'],
  }),
  threshold: field(z.number().min(0).max(1).default(0), {
    title: 'Threshold',
    description: 'The files have changed if a greater share than this of their pixels or lines differs.',
    examples: [0.001],
  }),
})

export type CompareOptions = z.output<typeof CompareOptions>
