import { unclobbered } from './dom.ts'

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
 * Makes the browser check whether the document has loaded all that it needs for print. In a frozen page, it would wait two seconds for
 * the end of a load that has ended already.
 */
export const checkLoaded = (): void => {
  const frame = document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe') as HTMLIFrameElement
  frame.style.display = 'none'
  const root = document.documentElement
  if (root) unclobbered(root).append(frame)
  frame.remove()
}
