import * as z from 'zod'
import { type Rule, rejectIf } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { hasControlCharacters } from '../http-url.ts'

const { field } = fieldsOf('blocking')

const urlPattern = z
  .string()
  .min(1)
  .max(500)
  .check(
    rejectIf((text) =>
      hasControlCharacters(text) || text.trim() === ''
        ? 'must be a URL pattern without control characters'
        : undefined,
    ),
  )

/** In the order of the reference. */
export const blockingShape = {
  block_annoyance: field(
    z
      .array(z.enum(['none', 'cookies_banner', 'ads', 'tracking']))
      .min(1)
      .max(20)
      .default(['cookies_banner']),
    {
      title: 'Annoyances',
      description:
        'Annoyances to remove from the page: cookie banners, advertisements and trackers. Accepts one or more values. `none` cannot be combined with other values.',
      examples: [['cookies_banner', 'ads'], ['none']],
      'x-separator': ',',
    },
  ),
  block_ressources: field(
    z
      .array(
        z.enum([
          'document',
          'stylesheet',
          'image',
          'media',
          'font',
          'script',
          'texttrack',
          'xhr',
          'fetch',
          'eventsource',
          'websocket',
          'manifest',
          'other',
        ]),
      )
      .max(100)
      .default([]),
    {
      title: 'Resource types',
      description:
        'Resource types that are not loaded. `document` means the documents of frames. The page itself is always loaded.',
      examples: [['image', 'font']],
      'x-separator': ',',
    },
  ),
  block_requests: field(z.array(urlPattern).max(100).default([]), {
    title: 'Requests',
    description: 'URL patterns that are not loaded. `*` matches any text, for example `*/analytics/*`.',
    examples: [['*://ads.example.com/*', '*.mp4']],
    'x-separator': ',',
    'x-extension': true,
  }),
}

export const noneAlone: Rule<{ block_annoyance: readonly string[] }> = {
  parameters: ['block_annoyance'],
  problemOf: ({ block_annoyance: values }) =>
    values.includes('none') && values.some((value) => value !== 'none')
      ? '`block_annoyance` combines `none` with other values. `none` must be the only value.'
      : undefined,
}
