import { withoutUndefined } from '../../base/without-undefined.ts'
import type { ScreenshotOptions } from '../../schema/screenshot.ts'
import type { ExitProxies } from '../network/exit-proxies.ts'
import type { Color, ImagePosition, ScreenshotPlan, Thumbnail } from './render-plan.ts'
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

const resolveThumbnail = (options: ScreenshotOptions): Thumbnail | undefined => {
  const { image_width: width, image_height: height } = options
  if (width === undefined && height === undefined) return undefined
  return withoutUndefined({ width, height, fit: resolveFit(options) })
}

/** With one side, the other follows from the aspect ratio, and the image always fits. */
const resolveFit = (options: ScreenshotOptions): Thumbnail['fit'] => {
  if (options.image_width === undefined || options.image_height === undefined) return undefined
  const position = positions[options.image_position]
  switch (options.image_fit) {
    case 'contain':
      return undefined
    case 'fill':
      return { kind: 'fill' }
    case 'cover':
      return { kind: 'cover', position }
    case 'pad': {
      const color = parseColor(options.image_padding_color)
      return { kind: 'pad', position, color: transparentFormats.has(options.format) ? color : onWhite(color) }
    }
  }
}

const positions: Record<ScreenshotOptions['image_position'], ImagePosition> = {
  center: 'center',
  top: 'top',
  right: 'right',
  bottom: 'bottom',
  left: 'left',
  top_left: 'left top',
  top_right: 'right top',
  bottom_left: 'left bottom',
  bottom_right: 'right bottom',
}

/** Parses a hexadecimal color that the schema accepts. */
const parseColor = (text: string): Color => {
  const short = text.replace('#', '')
  const digits = short.length <= 4 ? short.replace(/./g, '$&$&') : short
  const [r = 0, g = 0, b = 0, alpha = 255] = (digits.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  )
  return { r, g, b, alpha: alpha / 255 }
}

const onWhite = ({ r, g, b, alpha }: Color): Color => {
  const mix = (channel: number) => Math.round(channel * alpha + 255 * (1 - alpha))
  return { r: mix(r), g: mix(g), b: mix(b), alpha: 1 }
}

/** Scrolling is for content that scripts load. */
const resolveScroll = (options: ScreenshotOptions) =>
  options.full_page && options.full_page_scroll && options.js_enabled
    ? withoutUndefined({
        byAmount: options.full_page_scroll_by_amount,
        byDurationMs: options.full_page_scroll_by_duration,
      })
    : undefined
