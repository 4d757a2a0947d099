import * as z from 'zod'
import { withRules } from './check.ts'
import * as clip from './fields/clip.ts'
import * as source from './fields/source.ts'
import * as video from './fields/video.ts'
import { renderRules, renderShape, touchShape } from './render-options.ts'

/** Options of the screencast operation. */
export const ScreencastOptions = withRules(
  z.strictObject({
    url: source.pageUrl,
    format: video.format,
    duration: video.duration,
    fps: video.fps,
    record_from: video.record_from,
    scenario: video.scenario,
    scroll_by_amount: video.scroll_by_amount,
    scroll_by_delay: video.scroll_by_delay,
    scroll_by_duration: video.scroll_by_duration,
    scroll_back: video.scroll_back,
    scroll_back_delay: video.scroll_back_delay,
    scroll_easing: video.scroll_easing,
    show_pointer: video.show_pointer,
    clip_x: clip.clip_x,
    clip_y: clip.clip_y,
    clip_width: clip.clip_width,
    clip_height: clip.clip_height,
    ...touchShape,
    ...renderShape,
  }),
  [video.gifRate, video.actionsInVideo, video.fromLoad, clip.clipTogether, clip.clipPixels, ...renderRules],
)

export type ScreencastOptions = z.output<typeof ScreencastOptions>
