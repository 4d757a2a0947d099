import type { ScreenshotOptions } from '../../schema/screenshot.ts'
import type { ExitProxies } from '../network/exit-proxies.ts'
import { withoutUndefined } from '../telemetry/without-undefined.ts'
import type { ScreenshotPlan } from './render-plan.ts'
import { resolveClip, resolveRender } from './resolve-render.ts'

/**
 * Returns the plan of a screenshot: aliases resolved, device merged, defaults filled in.
 * @param random from 0 up to, not including, 1: picks among several exits
 * @throws InvalidParameterError for an `ip_location` without an exit
 */
export const resolveScreenshot = (
  options: ScreenshotOptions,
  exits: ExitProxies,
  random: number,
): ScreenshotPlan => ({
  ...resolveRender(options, exits, random),
  ...withoutUndefined({
    format: options.format === 'jpg' ? ('jpeg' as const) : options.format,
    extension: options.format,
    quality: options.image_quality,
    thumbnail: resolveThumbnail(options),
    omitBackground: options.omit_background && transparentFormats.has(options.format),
    failIfBlank: options.fail_if_blank || undefined,
    fullPage: options.full_page,
    fullPageScroll: resolveScroll(options),
    fullPageMaxHeight: options.full_page ? options.full_page_max_height : undefined,
    captureBeyondViewport: options.capture_beyond_viewport,
    clip: resolveClip(options),
    stable: options.stable || undefined,
    selector: options.selector,
  }),
})

const transparentFormats: ReadonlySet<string> = new Set(['png', 'webp', 'avif'])

const resolveThumbnail = ({ image_width: width, image_height: height }: ScreenshotOptions) =>
  width === undefined && height === undefined ? undefined : withoutUndefined({ width, height })

const resolveScroll = (options: ScreenshotOptions) =>
  options.full_page && options.full_page_scroll
    ? withoutUndefined({
        byAmount: options.full_page_scroll_by_amount,
        byDurationMs: options.full_page_scroll_by_duration,
      })
    : undefined
