import * as z from 'zod'
import type { Rule } from '../check.ts'
import { color, colorValues } from '../color.ts'
import { fieldsOf } from '../docs.ts'

const { field, flag } = fieldsOf('image')

const thumbnailSide = z.int().min(1).max(7680).optional()

/** In the order of the reference. */
export const imageShape = {
  format: field(z.enum(['jpeg', 'jpg', 'png', 'webp', 'gif', 'avif']).default('jpeg'), {
    title: 'Format',
    description: 'Format of the image. `jpg` is the same as `jpeg` and only changes the file extension.',
    examples: ['png', 'webp'],
  }),
  image_quality: field(z.int().min(1).max(100).default(80), {
    title: 'Quality',
    description: 'Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats.',
    examples: [80, 100],
  }),
  image_width: field(thumbnailSide, {
    title: 'Thumbnail width',
    description:
      'Scales the image to the largest size that fits within `image_width` and `image_height` and keeps its aspect ratio, unless `image_fit` says otherwise. ' +
      'If only one of them is set, the other follows from the aspect ratio.',
    examples: [320],
  }),
  image_height: field(thumbnailSide, {
    title: 'Thumbnail height',
    description: 'As `image_width`.',
    examples: [240],
  }),
  image_fit: field(z.enum(['contain', 'cover', 'fill', 'pad']).default('contain'), {
    title: 'Thumbnail fit',
    description:
      'How the image fits `image_width` and `image_height`. `contain` scales it to the largest size that fits, so one side may be shorter. The others return ' +
      'exactly that size: `cover` fills it and cuts off the rest, `fill` changes the aspect ratio, `pad` adds a border. If only one of the two is set, the ' +
      'image keeps its aspect ratio and all four values return the same. Values other than `contain` require at least one of the two.',
    examples: ['cover'],
    'x-extension': true,
  }),
  image_position: field(
    z
      .enum([
        'center',
        'top',
        'right',
        'bottom',
        'left',
        'top_left',
        'top_right',
        'bottom_left',
        'bottom_right',
      ])
      .default('center'),
    {
      title: 'Thumbnail position',
      description:
        'The part of the image that `image_fit=cover` keeps, or the place of the image with `image_fit=pad`. Ignored for other values of `image_fit`.',
      examples: ['top'],
      'x-extension': true,
    },
  ),
  image_padding_color: field(color.default('ffffff'), {
    title: 'Padding color',
    description:
      'Color of the border that `image_fit=pad` adds. Encode `#` as `%23` in a query string, or leave it out. `png`, `webp` and `avif` can be transparent. ' +
      'Other formats show white behind a transparent color.',
    examples: ['1a2b3c', '00000000'],
    'x-values': colorValues,
    'x-extension': true,
  }),
  omit_background: flag(false, {
    title: 'Transparent background',
    description:
      'Makes the background transparent where the page defines no background color. For `png`, `webp` and `avif`. Ignored for other formats.',
  }),
}

type ImageOptions = z.output<z.ZodObject<typeof imageShape>>

export const fitNeedsBounds: Rule<Pick<ImageOptions, 'image_fit' | 'image_width' | 'image_height'>> = {
  parameters: ['image_fit', 'image_width', 'image_height'],
  problemOf: ({ image_fit: fit, image_width: width, image_height: height }) =>
    fit === 'contain' || width !== undefined || height !== undefined
      ? undefined
      : `\`image_fit\` is ${fit}, which requires \`image_width\` or \`image_height\`.`,
}
