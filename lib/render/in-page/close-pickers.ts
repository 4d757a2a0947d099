/// <reference lib="dom" />

/**
 * Closes the list of a `select` and the calendar or palette of an input, which the browser shows in a window above the page. They close
 * with the box of their element, which is removed for a moment without a frame. The page notices nothing and the element keeps its focus.
 */
export const closeOpenPickers = (): void => {
  for (const element of matchesOf('select:open, input:open')) {
    // The page itself draws a list that has styles.
    if (getComputedStyle(element).appearance === 'base-select') continue
    const root = unclobbered(element).getRootNode() as Document | ShadowRoot
    const sheets = root.adoptedStyleSheets
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':is(select, input):open { display: none !important }')
    root.adoptedStyleSheets = [...sheets, sheet]
    // Calculates the boxes.
    unclobbered(element).getBoundingClientRect()
    root.adoptedStyleSheets = sheets
  }
}
