import * as z from 'zod'
import { docs } from '../docs.ts'

export const format = z
  .enum(['jpeg', 'jpg', 'png', 'webp', 'gif', 'avif'])
  .default('jpeg')
  .register(docs, {
    title: 'Format',
    description:
      'Format of the picture. `jpg` means `jpeg` and only changes the file extension; `avif` is an extension.',
    examples: ['png', 'webp'],
    'x-group': 'image',
  })

export const image_quality = z
  .int()
  .min(1)
  .max(100)
  .default(80)
  .register(docs, {
    title: 'Quality',
    description: 'Compression quality of `jpeg`, `jpg`, `webp` and `avif`. Other formats ignore it.',
    examples: [80, 100],
    'x-group': 'image',
  })

const thumbnailSide = z.int().min(1).max(7680).optional()

export const image_width = thumbnailSide.clone().register(docs, {
  title: 'Thumbnail width',
  description:
    'The picture is scaled to fit within `image_width` and `image_height`, as large as possible and with its aspect ratio. ' +
    'With one of the two, the other follows from the aspect ratio.',
  examples: [320],
  'x-group': 'image',
})

export const image_height = thumbnailSide.clone().register(docs, {
  title: 'Thumbnail height',
  description: 'As `image_width`.',
  examples: [240],
  'x-group': 'image',
})

export const omit_background = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Transparent background',
    description:
      'Leaves the background transparent where the page defines no background colour. For `png`, `webp` and `avif`; other formats ignore it.',
    examples: [true],
    'x-group': 'image',
  })
