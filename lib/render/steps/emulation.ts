import type { VisionDeficiency } from '../../core/plan/render-plan.ts'
import type { EmulationStep } from '../page/step.ts'

/** Sets the media type, and what the visitor prefers. */
export const setMedia: EmulationStep = async ({ cdp }, { media, ...plan }) => {
  await cdp.send('Emulation.setEmulatedMedia', {
    media,
    features: [
      // An emulated value applies to all frames, whatever the `color-scheme` of their elements is. Light is the browser's own.
      ...(plan.darkMode ? [{ name: 'prefers-color-scheme', value: 'dark' }] : []),
      { name: 'prefers-reduced-motion', value: plan.reducedMotion ? 'reduce' : 'no-preference' },
      { name: 'forced-colors', value: plan.forcedColors ? 'active' : 'none' },
      { name: 'prefers-contrast', value: plan.prefersContrast ?? 'no-preference' },
    ],
  })
}

/**
 * Shows the page as it is printed. When a navigation changes the renderer process, every session restores its own media type there, in the order of their creation,
 * even if it set none. The last one wins, so this session has to be created after all others.
 */
export const setPrintMedia: EmulationStep = async ({ page }, { media }) => {
  if (media !== 'print') return
  const cdp = await page.createCDPSession()
  await cdp.send('Emulation.setEmulatedMedia', { media })
}

/** Enables touch events and their media features, `hover: none` and `pointer: coarse`. */
export const setTouch: EmulationStep = async ({ cdp }, { viewport }) => {
  if (viewport.hasTouch) await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

export const setTimezone: EmulationStep = async ({ cdp }, { timezone }) => {
  if (timezone === undefined) return
  await cdp.send('Emulation.setTimezoneOverride', { timezoneId: timezone })
}

/** Sets the location, and grants the permission to read it to every origin of this context. */
export const setGeolocation: EmulationStep = async ({ page, cdp }, { geolocation }) => {
  if (geolocation === undefined) return
  const { id } = page.browserContext()
  await Promise.all([
    cdp.send('Emulation.setGeolocationOverride', geolocation),
    cdp.send('Browser.setPermission', {
      permission: { name: 'geolocation' },
      setting: 'granted',
      ...(id === undefined ? {} : { browserContextId: id }),
    }),
  ])
}

const types = {
  reduced_contrast: 'reducedContrast',
  blurred_vision: 'blurredVision',
  deuteranopia: 'deuteranopia',
  achromatopsia: 'achromatopsia',
} as const satisfies Record<VisionDeficiency, string>

export const setVision: EmulationStep = async ({ cdp }, { visionDeficiency }) => {
  if (visionDeficiency === undefined) return
  await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: types[visionDeficiency] })
}

export const bypassCsp: EmulationStep = async ({ cdp }, { bypassCsp }) => {
  if (!bypassCsp) return
  await cdp.send('Page.setBypassCSP', { enabled: true })
}

/** Disables the page's own scripts. Calls in our own world still run, but no timers or frame callbacks. */
export const disableScripts: EmulationStep = async ({ cdp }, { scriptsDisabled }) => {
  if (!scriptsDisabled) return
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
}
