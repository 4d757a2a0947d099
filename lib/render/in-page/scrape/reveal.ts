import { isHtml, unclobbered } from '../dom.ts'

/**
 * Runs `work` while the body is shown, even if the page hides it until a script has run. The script may have failed, and a page
 * without text is of no use.
 */
export const withShownBody = <Result>(work: () => Result): Result => {
  const roots = [document.documentElement, document.body].filter(
    (root) => isHtml(root) && isUnseen(getComputedStyle(root)),
  )
  const styles = roots.map((root) => unclobbered(root).getAttribute('style'))
  for (const root of roots) {
    unclobbered(root).style.setProperty('visibility', 'visible', 'important')
    if (getComputedStyle(root).display === 'none')
      unclobbered(root).style.setProperty('display', 'block', 'important')
  }
  try {
    return work()
  } finally {
    for (const [index, root] of roots.entries()) restore(root, styles[index] ?? null)
  }
}

const isUnseen = ({ display, visibility }: CSSStyleDeclaration) =>
  display === 'none' || visibility !== 'visible'

const restore = (root: Element, style: string | null) => {
  if (style === null) unclobbered(root).removeAttribute('style')
  else unclobbered(root).setAttribute('style', style)
}
