/**
 * Refuses a page the control of its window and of the pointer, which has an effect in the headless browser. The next frame of a page
 * without motion never completes if its window was moved and its viewport was not. A locked pointer is moved back to the center, which is
 * another event that moves it back, until the page has no time for anything else.
 */
export const refuseControl = (): void => {
  // As in a tab of a browser.
  for (const name of ['moveBy', 'moveTo', 'resizeBy', 'resizeTo'] as const) window[name] = () => undefined
  // As if the user refused. A rejected promise that no one handles would be an error of the page.
  const value = async () => void document.dispatchEvent(new Event('pointerlockerror'))
  Object.defineProperty(Element.prototype, 'requestPointerLock', { value })
}
