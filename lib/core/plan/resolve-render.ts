import { withoutUndefined } from '../../base/without-undefined.ts'
import { findDevice, screenOf } from '../../schema/devices.ts'
import { viewportOf } from '../../schema/fields/viewport.ts'
import { credentialsOf, parseProxyAddress } from '../../schema/http-url.ts'
import { type renderShape, returnsJson } from '../../schema/render-options.ts'
import type { ScreenshotOptions } from '../../schema/screenshot.ts'
import { decideExit, type ExitProxies } from '../network/exit-proxies.ts'
import type { Annoyance, Rectangle, RenderPlan, StatusRange, UpstreamProxy, Viewport } from './render-plan.ts'
import { resolveIdentity } from './resolve-identity.ts'

/** Options of the render operations. Those that only some operations have are optional. */
type RenderOptions = Pick<ScreenshotOptions, keyof typeof renderShape & keyof ScreenshotOptions> & {
  url?: string | undefined
  html?: string | undefined
  hide_selectors?: readonly string[]
  mask_selectors?: readonly string[]
  mask_color?: string
  animations?: 'allow' | 'finish'
  click_selector?: string | undefined
  metadata_image_size?: boolean
}

/**
 * Returns the part of a plan that all render operations share.
 * @param random from 0 up to, not including, 1: picks among several exits
 * @throws InvalidParameterError for an `ip_location` without an exit
 */
export const resolveRender = (options: RenderOptions, exits: ExitProxies, random: number): RenderPlan => {
  const { userAgent, ...identity } = resolveIdentity(options)
  return withoutUndefined({
    ...resolveAppearance(options),
    ...resolveWaiting(options),
    ...identity,
    source: resolveSource(options),
    block: resolveBlock(options),
    viewport: resolveViewport(options),
    userAgent: userAgent ?? findDevice(options.viewport_device)?.userAgent,
    timezone: options.timezone,
    geolocation: resolveGeolocation(options),
    locale: options.locale && Intl.getCanonicalLocales(options.locale)[0],
    proxy: resolveProxy(options, exits, random),
    bypassCsp: options.bypass_csp,
    styles: options.styles,
    scripts: options.scripts,
    hideSelectors: [...(options.hide_selectors ?? [])],
    mask: resolveMask(options),
    clickSelector: options.click_selector,
    initScripts: options.init_scripts,
    scriptsDisabled: !options.js_enabled || undefined,
    scrollIntoView: options.scroll_into_view,
    localStorage: options.local_storage,
    sessionStorage: options.session_storage,
    actions: options.actions.length > 0 ? options.actions : undefined,
    metadata: resolveMetadata(options),
    isDescribed: returnsJson(options) || undefined,
    isBackground: options.async || undefined,
  })
}

const resolveViewport = (options: RenderOptions): Viewport => {
  const viewport = viewportOf(options)
  return withoutUndefined({ ...viewport, screen: screenOf(options.viewport_device, viewport.isLandscape) })
}

const resolveAppearance = (options: RenderOptions) => ({
  media: options.media_type,
  darkMode: options.dark_mode,
  reducedMotion: options.reduced_motion,
  forcedColors: options.forced_colors === 'active' || undefined,
  prefersContrast: options.prefers_contrast === 'no-preference' ? undefined : options.prefers_contrast,
  visionDeficiency: options.vision_deficiency,
  gpuRendering: options.gpu_rendering,
  finishAnimations: options.animations === 'finish' || undefined,
})

const resolveWaiting = (options: RenderOptions) => ({
  waitUntil: [...new Set(options.wait_until)],
  waitForSelector: options.wait_for_selector,
  waitForFunction: options.wait_for_function,
  timeoutMs: Math.round(options.timeout * 1000),
  isCapturedOnTimeout: options.on_timeout === 'capture' || undefined,
  delayMs: Math.round(options.delay * 1000),
  failOnStatus: options.fail_on_status.map(toStatusRange),
  failOnRequest: options.fail_on_request.length > 0 ? options.fail_on_request.map(toStatusRange) : undefined,
  failOnFailedRequest: options.fail_on_failed_request || undefined,
  failOnConsoleError: options.fail_on_console_error || undefined,
  failIfText: options.fail_if_text,
  failIfMissingText: options.fail_if_missing_text,
})

const resolveMask = ({ mask_selectors: selectors = [], mask_color: color = 'ff00ff' }: RenderOptions) =>
  selectors.length > 0 ? { selectors: [...selectors], color: `#${color.replace('#', '')}` } : undefined

const resolveSource = ({ url, html }: RenderOptions): RenderPlan['source'] => {
  if (url === undefined) return { kind: 'html', html: html ?? '' }
  const address = new URL(url)
  const credentials = credentialsOf(address)
  address.username = ''
  address.password = ''
  const source = { kind: 'url', url: address.href } as const
  return credentials === undefined || credentials === 'malformed' ? source : { ...source, credentials }
}

const resolveBlock = (options: RenderOptions): RenderPlan['block'] => ({
  annoyances: [...new Set(options.block_annoyance)].filter((value): value is Annoyance => value !== 'none'),
  resourceTypes: [...new Set(options.block_ressources)],
  urlPatterns: [...new Set(options.block_requests)],
})

const resolveGeolocation = (options: RenderOptions): RenderPlan['geolocation'] => {
  const { geolocation_latitude: latitude, geolocation_longitude: longitude } = options
  if (latitude === undefined || longitude === undefined) return undefined
  return { latitude, longitude, accuracy: options.geolocation_accuracy ?? 0 }
}

const resolveProxy = (
  options: RenderOptions,
  exits: ExitProxies,
  random: number,
): UpstreamProxy | undefined => {
  if (options.proxy !== undefined) return parseProxyAddress(options.proxy)
  return options.ip_location === undefined ? undefined : decideExit(options.ip_location, exits, random)
}

const resolveMetadata = (options: RenderOptions): RenderPlan['metadata'] => ({
  imageSize: options.metadata_image_size ?? false,
  icon: options.metadata_icon,
  title: options.metadata_title,
  fonts: options.metadata_fonts,
  hash: options.metadata_hash,
  status: options.metadata_status,
  headers: options.metadata_headers,
  report: options.metadata_report,
})

const toStatusRange = (text: string): StatusRange => {
  if (!/xx$/i.test(text)) return { from: Number(text), to: Number(text) }
  const from = Number(text[0]) * 100
  return { from, to: from + 99 }
}

interface ClipOptions {
  clip_x?: number | undefined
  clip_y?: number | undefined
  clip_width?: number | undefined
  clip_height?: number | undefined
}

/** Returns the region that the four parameters define together. */
export const resolveClip = (options: ClipOptions): Rectangle | undefined => {
  const { clip_x: x, clip_y: y, clip_width: width, clip_height: height } = options
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined
  return { x, y, width, height }
}
