import * as z from 'zod'
import { withRules } from './check.ts'
import * as clip from './fields/clip.ts'
import * as fullPage from './fields/full-page.ts'
import * as image from './fields/image.ts'
import { metadata_image_size } from './fields/metadata.ts'
import * as source from './fields/source.ts'
import { renderRules, renderShape, touchShape } from './render-options.ts'

/** Options of the screenshot operation. */
export const ScreenshotOptions = withRules(
  z.strictObject({
    url: source.url,
    html: source.html,
    format: image.format,
    image_quality: image.image_quality,
    image_width: image.image_width,
    image_height: image.image_height,
    omit_background: image.omit_background,
    full_page: fullPage.full_page,
    full_page_scroll: fullPage.full_page_scroll,
    full_page_scroll_by_amount: fullPage.full_page_scroll_by_amount,
    full_page_scroll_by_duration: fullPage.full_page_scroll_by_duration,
    full_page_max_height: fullPage.full_page_max_height,
    clip_x: clip.clip_x,
    clip_y: clip.clip_y,
    clip_width: clip.clip_width,
    clip_height: clip.clip_height,
    selector: clip.selector,
    ...touchShape,
    metadata_image_size,
    ...renderShape,
  }),
  [source.oneSource, clip.clipTogether, clip.clipPixels, clip.oneRegion, ...renderRules],
)

export type ScreenshotOptions = z.output<typeof ScreenshotOptions>
