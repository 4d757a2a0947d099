import * as z from 'zod'
import { described } from './docs.ts'
import { selectorText } from './selector-text.ts'

const watchModes = ['visual', 'text'] as const

const mode = z.enum([...watchModes, 'off'])

const threshold = z.number().min(0).max(1)

const ignoreSelectors = z.array(described(selectorText, 'A CSS selector.')).max(20)

const notify = z.enum(['change', 'always'])

/** Parameter `watch` of a task. `lib/core/tasks/check-task.ts` compares it with the operation and its query. */
export const WatchOptions = z.strictObject({
  mode: described(
    mode,
    '`visual` compares images, `text` compares Markdown line by line, `off` ends watching.',
  ),
  threshold: described(
    threshold.default(0),
    'A run has changed if a greater share than this of its pixels or lines differs.',
  ),
  ignore_selectors: described(
    ignoreSelectors.default([]),
    'CSS selectors of elements that do not count, wherever they are. The image still shows them. Only for `visual`.',
  ),
  ignore_links: described(
    z.boolean().optional(),
    'Whether the URLs of links and images do not count, for example if they contain a session id. Their texts do. Only for `text`.',
  ),
  notify: described(
    notify.default('change'),
    'When `webhook_url` of `query` is notified: `change` if a run has changed, `always` after every run that is done.',
  ),
})

export type WatchOptions = z.output<typeof WatchOptions>

/** How a task watches its page, in a response. */
export const WatchView = z.strictObject({
  mode: z.enum(watchModes),
  threshold,
  ignore_selectors: ignoreSelectors,
  /** Absent if URLs count. */
  ignore_links: z.boolean().optional(),
  notify,
})

export type WatchView = z.output<typeof WatchView>

const seconds = z.int().nonnegative()

/** A file that a response names. */
const namedFile = z.strictObject({
  file: z.url(),
  /** Unix seconds from which `file` returns 404. */
  expires: seconds,
})

/** The run with which the next run of a task is compared. */
export const BaselineView = z.strictObject({ id: z.string(), ...namedFile.shape })

export type BaselineView = z.output<typeof BaselineView>

const region = z.strictObject({
  x: z.int().nonnegative(),
  y: z.int().nonnegative(),
  width: z.int().positive(),
  height: z.int().positive(),
})

/** How a run differs from the baseline. */
export const ChangeView = z.strictObject({
  /** Whether `ratio` is greater than the threshold of the task. False for the first run, which has nothing to be compared with. */
  changed: z.boolean(),
  /** Of all pixels or lines: from 0 (equal) to 1. */
  ratio: z.number().min(0).max(1),
  /** Where an image changed, in its pixels, at most 20. Empty for text. */
  regions: z.array(region),
  /** The baseline with which the run was compared. Null for the first run. */
  before: BaselineView.nullable(),
  /** Image or patch of the differences. Null if there are none. */
  difference: namedFile.nullable(),
  /** Patch of the visible texts of both pages, for images. Null if the image or the text is equal, or a text could not be read. */
  text_difference: namedFile.nullable(),
})

export type ChangeView = z.output<typeof ChangeView>
