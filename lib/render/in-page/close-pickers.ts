import { boxOf, matchesOf, rootOf } from './dom.ts'

/**
 * Closes the list of a `select` and the calendar or palette of an input, which the browser shows in a window above the page. They close
 * with the box of their element, which is removed for a moment without a frame. The page notices nothing and the element keeps its focus.
 */
export const closeOpenPickers = (): void => {
  // Not by `:open`: when the rule is removed, Chromium updates only the elements that match it, and a closed field would stay hidden.
  const withPicker =
    ':is(select, input:is([list], [type=color i], [type=date i], [type=month i], [type=week i], [type=time i], [type=datetime-local i]))'
  for (const element of matchesOf('select:open, input:open')) {
    // The page itself draws a list that has styles.
    if (getComputedStyle(element).appearance === 'base-select') continue
    const root = rootOf(element) as Document | ShadowRoot
    // A copy, because the array changes with the assignment.
    const sheets = [...root.adoptedStyleSheets]
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${withPicker} { display: none !important }`)
    root.adoptedStyleSheets = [...sheets, sheet]
    // Calculates the boxes.
    boxOf(element)
    root.adoptedStyleSheets = sheets
  }
}
