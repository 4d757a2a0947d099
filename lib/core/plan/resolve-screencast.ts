import { withoutUndefined } from '../../base/without-undefined.ts'
import type { ScreencastOptions } from '../../schema/screencast.ts'
import type { ExitProxies } from '../network/exit-proxies.ts'
import type { Rectangle, ScreencastPlan, ScrollScenario, Viewport } from './render-plan.ts'
import { resolveClip, resolveRender } from './resolve-render.ts'

const videoFps = 30
/** A palette for each frame costs time, and no browser shows a gif faster than 50 frames a second. */
const gifFps = 10

/**
 * Returns the plan of a screencast.
 * @param random from 0 up to, not including, 1: picks among several exits
 * @throws InvalidParameterError for an `ip_location` without an exit
 */
export const resolveScreencast = (
  options: ScreencastOptions,
  exits: ExitProxies,
  random: number,
): ScreencastPlan => {
  const { viewport, ...render } = resolveRender(options, exits, random)
  const clip = resolveClip(options)
  return {
    ...render,
    viewport: clip && options.capture_beyond_viewport ? withRoomFor(viewport, clip) : viewport,
    ...withoutUndefined({
      format: options.format,
      extension: options.format,
      durationMs: Math.round(options.duration * 1000),
      fps: fpsOf(options),
      scroll: resolveScroll(options),
      isFromLoad: options.record_from === 'load' || undefined,
      showPointer: options.show_pointer || undefined,
      clip,
    }),
  }
}

/** A video captures the window, so the window must contain the recorded region. */
const withRoomFor = (viewport: Viewport, { x, y, width, height }: Rectangle): Viewport => ({
  ...viewport,
  width: Math.max(viewport.width, x + width),
  height: Math.max(viewport.height, y + height),
})

/** Returns the requested frame rate, or the default of the format. */
export const fpsOf = ({ fps, format }: Pick<ScreencastOptions, 'fps' | 'format'>): number =>
  fps ?? (format === 'gif' ? gifFps : videoFps)

/** Returns the number of frames of the video. */
export const frameCount = ({ durationMs, fps }: Pick<ScreencastPlan, 'durationMs' | 'fps'>): number =>
  Math.max(1, Math.round((durationMs * fps) / 1000))

const resolveScroll = (options: ScreencastOptions): ScrollScenario | undefined =>
  options.scenario === 'scroll'
    ? {
        byAmount: options.scroll_by_amount,
        byDurationMs: options.scroll_by_duration,
        byDelayMs: options.scroll_by_delay,
        back: options.scroll_back,
        backDelayMs: options.scroll_back_delay,
        easing: options.scroll_easing,
        lastFrameMs: options.duration * 1000 - 1000 / fpsOf(options),
      }
    : undefined
