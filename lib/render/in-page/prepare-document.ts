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
