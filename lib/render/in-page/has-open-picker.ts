/// <reference lib="dom" />

/** Returns whether the browser shows the list of a `select` or the calendar or palette of an input in a window above the page. */
export const hasOpenPicker = (): boolean => {
  // The page itself draws a list that has styles.
  for (const element of matchesOf('select:open, input:open'))
    if (getComputedStyle(element).appearance !== 'base-select') return true
  return false
}
