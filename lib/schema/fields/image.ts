import * as z from 'zod'
import { docs } from '../docs.ts'

const format = z
  .enum(['jpeg', 'jpg', 'png', 'webp', 'gif', 'avif'])
  .default('jpeg')
  .register(docs, {
    title: 'Format',
    description:
      'Format of the image. `jpg` is the same as `jpeg` and only changes the file extension. `avif` is a Stillframe extension.',
    examples: ['png', 'webp'],
    'x-group': 'image',
  })

const image_quality = z
  .int()
  .min(1)
  .max(100)
  .default(80)
  .register(docs, {
    title: 'Quality',
    description: 'Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats.',
    examples: [80, 100],
    'x-group': 'image',
  })

const thumbnailSide = z.int().min(1).max(7680).optional()

const image_width = thumbnailSide.clone().register(docs, {
  title: 'Thumbnail width',
  description:
    'Scales the image to the largest size that fits within `image_width` and `image_height` and keeps its aspect ratio. ' +
    'If only one of them is set, the other follows from the aspect ratio.',
  examples: [320],
  'x-group': 'image',
})

const image_height = thumbnailSide.clone().register(docs, {
  title: 'Thumbnail height',
  description: 'As `image_width`.',
  examples: [240],
  'x-group': 'image',
})

const omit_background = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Transparent background',
    description:
      'Makes the background transparent where the page defines no background color. For `png`, `webp` and `avif`. Ignored for other formats.',
    examples: [true],
    'x-group': 'image',
  })

/** Parameters of the image, in the order of the reference. */
export const imageShape = { format, image_quality, image_width, image_height, omit_background }
