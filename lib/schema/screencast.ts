import * as z from 'zod'
import { withRules } from './check.ts'
import * as clip from './fields/clip.ts'
import * as film from './fields/film.ts'
import * as source from './fields/source.ts'
import { renderRules, renderShape, touchShape } from './render-options.ts'

/** Options of the screencast operation. */
export const ScreencastOptions = withRules(
  z.strictObject({
    url: source.pageUrl,
    format: film.format,
    duration: film.duration,
    fps: film.fps,
    scenario: film.scenario,
    scroll_by_amount: film.scroll_by_amount,
    scroll_by_delay: film.scroll_by_delay,
    scroll_by_duration: film.scroll_by_duration,
    scroll_back: film.scroll_back,
    scroll_back_delay: film.scroll_back_delay,
    scroll_easing: film.scroll_easing,
    clip_x: clip.clip_x,
    clip_y: clip.clip_y,
    clip_width: clip.clip_width,
    clip_height: clip.clip_height,
    ...touchShape,
    ...renderShape,
  }),
  [film.gifRate, clip.clipTogether, clip.clipPixels, ...renderRules],
)

export type ScreencastOptions = z.output<typeof ScreencastOptions>
