import { unclobbered } from './dom.ts'

/*
 * The script with what runs once, at the start of a document or in its own world. See lib/render/browser/scripts.ts.
 */

/** Replaces the contents of the clipboard with an empty string. */
export const copyNothing = (): void => {
  document.addEventListener(
    'copy',
    (event) => {
      event.preventDefault()
      event.clipboardData?.setData('text/plain', '')
    },
    { once: true },
  )
  document.execCommand('copy')
}

/** Sets the items that the storage of this origin does not have. */
export const fillStorage = (
  origin: string,
  stores: Record<'localStorage' | 'sessionStorage', Record<string, string>>,
): void => {
  if (location.origin !== origin) return
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[name]
      for (const [key, value] of Object.entries(stores[name]))
        if (storage.getItem(key) === null) storage.setItem(key, value)
    } catch {
      // A sandboxed frame has no storage.
    }
  }
}

/**
 * Runs in every document before its own scripts, because the service draws its frames.
 *
 * Idle time follows a frame that the document takes part in. An animation without a target takes part in every frame, changes nothing,
 * and is not listed by `document.getAnimations()`. Without it, a page that draws nothing would have no idle time.
 *
 * A frame never completes if an embedded document is replaced with a view transition, so these are replaced without one.
 */
export const prepareDocument = (): void => {
  // Documents of the same origin are drawn with the one that embeds them.
  if (frameElement === null) new Animation(new KeyframeEffect(null, null, 1e9)).play()
  if (top === window) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('@view-transition { navigation: none }')
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Refuses a page the control of its window and of the pointer, which has an effect in the headless browser. The next frame of a page
 * without motion never completes if its window was moved and its viewport was not. A locked pointer is moved back to the center, which is
 * another event that moves it back, until the page has no time for anything else.
 */
export const refuseControl = (): void => {
  // A tab of a browser ignores these calls, too.
  for (const name of ['moveBy', 'moveTo', 'resizeBy', 'resizeTo'] as const) window[name] = () => undefined
  // As if the user refused. A rejected promise that no one handles would be an error of the page.
  const value = async () => void document.dispatchEvent(new Event('pointerlockerror'))
  Object.defineProperty(Element.prototype, 'requestPointerLock', { value })
}

/** Refuses a page the whole screen, as a browser does if the user has not interacted with the page. */
export const refuseFullscreen = (): void => {
  // A rejected promise that no one handles would be an error of the page.
  async function value(this: Element) {
    unclobbered(this).dispatchEvent(new Event('fullscreenerror', { bubbles: true, composed: true }))
  }
  Object.defineProperty(Element.prototype, 'requestFullscreen', { value })
}

/**
 * Runs in a worker before its own script, because the service draws its frames.
 *
 * A worker that has requested frames receives one more than it has requested, which Chromium expects it to answer. It does not, so that frame
 * and all further ones of the page would never complete. A worker that has requested a frame therefore requests all that follow.
 */
export const keepFrames = (): void => {
  if (!('DedicatedWorkerGlobalScope' in globalThis)) return
  const { requestAnimationFrame: request } = globalThis
  let isKept = false
  const keep = () => void request(keep)
  globalThis.requestAnimationFrame = new Proxy(request, {
    apply(target, scope, args) {
      // Throws if the worker cannot have frames.
      const id: number = Reflect.apply(target, scope, args)
      if (!isKept) keep()
      isKept = true
      return id
    },
  })
}
