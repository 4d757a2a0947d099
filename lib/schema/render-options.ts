import type * as z from 'zod'
import type { Rule } from './check.ts'
import { actions } from './fields/actions.ts'
import * as appearance from './fields/appearance.ts'
import * as blocking from './fields/blocking.ts'
import * as delivery from './fields/delivery.ts'
import * as identity from './fields/identity.ts'
import * as interaction from './fields/interaction.ts'
import * as metadata from './fields/metadata.ts'
import * as network from './fields/network.ts'
import * as place from './fields/place.ts'
import * as scripting from './fields/scripting.ts'
import * as storage from './fields/storage.ts'
import * as viewport from './fields/viewport.ts'
import * as waiting from './fields/waiting.ts'

/** Parameters that every render operation has, in the order of the reference. */
export const renderShape = {
  viewport_device: viewport.viewport_device,
  viewport_width: viewport.viewport_width,
  viewport_height: viewport.viewport_height,
  viewport_landscape: viewport.viewport_landscape,
  viewport_has_touch: viewport.viewport_has_touch,
  viewport_mobile: viewport.viewport_mobile,
  device_scale_factor: viewport.device_scale_factor,
  capture_beyond_viewport: viewport.capture_beyond_viewport,
  block_annoyance: blocking.block_annoyance,
  block_ressources: blocking.block_ressources,
  block_requests: blocking.block_requests,
  media_type: appearance.media_type,
  vision_deficiency: appearance.vision_deficiency,
  dark_mode: appearance.dark_mode,
  reduced_motion: appearance.reduced_motion,
  forced_colors: appearance.forced_colors,
  prefers_contrast: appearance.prefers_contrast,
  gpu_rendering: appearance.gpu_rendering,
  geolocation_latitude: place.geolocation_latitude,
  geolocation_longitude: place.geolocation_longitude,
  geolocation_accuracy: place.geolocation_accuracy,
  timezone: place.timezone,
  locale: place.locale,
  user_agent: identity.user_agent,
  authorization: identity.authorization,
  cookies: identity.cookies,
  headers: identity.headers,
  local_storage: storage.local_storage,
  session_storage: storage.session_storage,
  ip_location: network.ip_location,
  proxy: network.proxy,
  bypass_csp: network.bypass_csp,
  wait_until: waiting.wait_until,
  wait_for_selector: waiting.wait_for_selector,
  wait_for_function: waiting.wait_for_function,
  delay: waiting.delay,
  timeout: waiting.timeout,
  fail_on_status: waiting.fail_on_status,
  fail_on_request: waiting.fail_on_request,
  fail_on_failed_request: waiting.fail_on_failed_request,
  fail_on_console_error: waiting.fail_on_console_error,
  fail_if_text: waiting.fail_if_text,
  fail_if_missing_text: waiting.fail_if_missing_text,
  styles: interaction.styles,
  scripts: interaction.scripts,
  actions,
  init_scripts: interaction.init_scripts,
  js_enabled: scripting.js_enabled,
  scroll_into_view: interaction.scroll_into_view,
  metadata_icon: metadata.metadata_icon,
  metadata_title: metadata.metadata_title,
  metadata_fonts: metadata.metadata_fonts,
  metadata_hash: metadata.metadata_hash,
  metadata_status: metadata.metadata_status,
  metadata_headers: metadata.metadata_headers,
  metadata_report: metadata.metadata_report,
  response_type: delivery.response_type,
  attachment_name: delivery.attachment_name,
  cache: delivery.cache,
  cache_ttl: delivery.cache_ttl,
  cache_key: delivery.cache_key,
  cache_refresh: delivery.cache_refresh,
  async: delivery.async,
  external_id: delivery.external_id,
  webhook_url: delivery.webhook_url,
  webhook_signed: delivery.webhook_signed,
  webhook_errors: delivery.webhook_errors,
}

/** The validated options of every operation that renders which say how its result is stored and delivered. */
export type DeliveryOptions = Readonly<Record<string, unknown>> &
  Omit<z.output<z.ZodObject<typeof delivery>>, 'response_type'> & {
    /** Absent for an operation whose response is always JSON. */
    response_type?: 'file' | 'json' | undefined
  }

/** Returns whether the response is JSON that names the stored file. The record of an asynchronous request names it anyway. */
export const returnsJson = ({ response_type, async }: Pick<DeliveryOptions, 'response_type' | 'async'>) =>
  response_type === 'json' && !async

/** Parameters of the operations with visual output: screenshot, screencast and PDF. */
export const touchShape = {
  hide_selectors: interaction.hide_selectors,
  mask_selectors: interaction.mask_selectors,
  mask_color: interaction.mask_color,
  click_selector: interaction.click_selector,
}

type OptionsOf<R> = R extends Rule<infer Options> ? Options : never
type RenderRuleOptions = OptionsOf<typeof viewport.viewportPixels> &
  OptionsOf<typeof blocking.noneAlone> &
  OptionsOf<typeof place.wholePosition> &
  OptionsOf<typeof network.oneExit> &
  OptionsOf<typeof scripting.scriptsOff>

export const renderRules: readonly Rule<RenderRuleOptions>[] = [
  viewport.viewportPixels,
  blocking.noneAlone,
  place.wholePosition,
  network.oneExit,
  scripting.scriptsOff,
]
