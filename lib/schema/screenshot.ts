import * as z from 'zod'
import { withRules } from './check.ts'
import { animations } from './fields/appearance.ts'
import * as clip from './fields/clip.ts'
import { fullPageShape } from './fields/full-page.ts'
import { fitNeedsBounds, imageShape } from './fields/image.ts'
import { touchShape } from './fields/interaction.ts'
import { metadata_image_size } from './fields/metadata.ts'
import * as source from './fields/source.ts'
import * as waiting from './fields/waiting.ts'
import { renderRules, renderShape } from './render-options.ts'

/** Options of the screenshot operation. */
export const ScreenshotOptions = withRules(
  z.strictObject({
    url: source.url,
    html: source.html,
    ...imageShape,
    ...fullPageShape,
    ...clip.clipShape,
    selector: clip.selector,
    stable: waiting.stable,
    ...touchShape,
    animations,
    fail_if_blank: waiting.fail_if_blank,
    metadata_image_size,
    ...renderShape,
  }),
  [source.oneSource, fitNeedsBounds, clip.clipTogether, clip.clipPixels, clip.oneRegion, ...renderRules],
)

export type ScreenshotOptions = z.output<typeof ScreenshotOptions>
