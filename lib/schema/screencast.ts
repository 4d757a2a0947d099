import * as z from 'zod'
import { withRules } from './check.ts'
import * as clip from './fields/clip.ts'
import { touchShape } from './fields/interaction.ts'
import * as source from './fields/source.ts'
import * as video from './fields/video.ts'
import { renderRules, renderShape } from './render-options.ts'

/** Options of the screencast operation. */
export const ScreencastOptions = withRules(
  z.strictObject({
    url: source.url,
    html: source.html,
    ...video.videoShape,
    ...clip.clipShape,
    ...touchShape,
    ...renderShape,
  }),
  [
    source.oneSource,
    video.durationInBackground,
    video.gifRate,
    video.actionsInVideo,
    video.fromLoad,
    clip.clipTogether,
    clip.clipPixels,
    ...renderRules,
  ],
)

export type ScreencastOptions = z.output<typeof ScreencastOptions>
