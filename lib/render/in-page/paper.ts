import {
  adoptSheet,
  allIn,
  checkVisibility,
  matchesOf,
  parentOf,
  readSheets,
  rootsInFrames,
  rulesOf,
  setAttribute,
  unclobbered,
} from './dom.ts'

export interface PageSizes {
  /** Values of `size` in the `@page` rules of the document. */
  declared: string[]
  /** Whether the size of the paper now applies to all pages. */
  isSet: boolean
}

/**
 * Sets the size of the pages, unless the document may declare one: Chromium rounds it less than the size of the paper.
 *
 * @param size undefined if it must not be set
 */
export const setPageSize = (size: string | undefined): PageSizes => {
  let isReadable = true
  const sizesIn = (rules: CSSRule[] | undefined): string[] => {
    isReadable &&= rules !== undefined
    return (rules ?? []).flatMap((rule) => {
      if (rule instanceof CSSPageRule) return rule.style.getPropertyValue('size') || []
      if (rule instanceof CSSImportRule) return sizesIn(rulesOf(rule.styleSheet))
      return rule instanceof CSSGroupingRule ? sizesIn([...rule.cssRules]) : []
    })
  }
  const declared = readSheets().flatMap(({ rules }) => sizesIn(rules))
  const isSet = size !== undefined && isReadable && declared.length === 0
  if (isSet) adoptSheet(document, `@page { size: ${size} }`)
  return { declared, isSet }
}

/** Returns whether style sheets of the document, as far as scripts may read them, have no rules for print. */
export const lacksPrintStyles = (): boolean => {
  const isForPrint = ({ mediaText }: MediaList) => mediaText.includes('print')
  const hasRule = ({ cssRules }: CSSStyleSheet) =>
    [...cssRules].some(
      (rule) => (rule instanceof CSSMediaRule || rule instanceof CSSImportRule) && isForPrint(rule.media),
    )
  try {
    return ![...document.styleSheets].some((sheet) => isForPrint(sheet.media) || hasRule(sheet))
  } catch {
    // The style sheet of another origin.
    return false
  }
}

/**
 * Gives up the images of a frozen page that are loading, and makes the browser check whether the document has loaded all that it needs for
 * print. It would wait for them, and for the end of a load that has ended already. An image without source has no event of an error, which
 * would never end in a frozen page.
 */
export const giveUpLoading = (): void => {
  for (const image of matchesOf<HTMLImageElement>('img', rootsInFrames())) {
    if (image.complete) continue
    const parent = parentOf(image)
    const sources = parent ? allIn(parent, 'picture > source') : []
    for (const part of [image, ...sources])
      for (const name of ['src', 'srcset']) setAttribute(part, name, null)
  }
  stop()
  const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe') as HTMLIFrameElement
  frame.style.display = 'none'
  const root = document.documentElement
  if (root) unclobbered(root).append(frame)
  frame.remove()
}

/** Returns whether an element without content begins a new page at the end of the document, as authors of empty pages write it. */
export const endsWithBreak = (): boolean => {
  const isForced = (element: Element) =>
    /page|left|right|recto|verso|always/.test(getComputedStyle(element).breakBefore.replace('avoid-page', ''))
  let last: Element | undefined
  for (const element of document.querySelectorAll('body *'))
    if (isForced(element) && checkVisibility(element)) last = element
  if (last === undefined) return false
  const rest = document.createRange()
  rest.selectNodeContents(document.body)
  rest.setStartBefore(last)
  const content = rest.cloneContents()
  const isTextless = (content.textContent ?? '').trim() === ''
  return isTextless && !content.querySelector('img, svg, canvas, video, iframe, object, embed, input, hr')
}
