import { attributeOf, force, isHtml, setAttribute } from '../dom.ts'

/**
 * Runs `work` while the body is shown, even if the page hides it until a script has run. The script may have failed, and a page
 * without text is of no use.
 */
export const withShownBody = <Result>(work: () => Result): Result => {
  const roots = [document.documentElement, document.body].filter(
    (root) => isHtml(root) && isUnseen(getComputedStyle(root)),
  )
  const styles = roots.map((root) => attributeOf(root, 'style'))
  for (const root of roots) {
    force(root, { visibility: 'visible' })
    if (getComputedStyle(root).display === 'none') force(root, { display: 'block' })
  }
  try {
    return work()
  } finally {
    for (const [index, root] of roots.entries()) setAttribute(root, 'style', styles[index] ?? null)
  }
}

const isUnseen = ({ display, visibility }: CSSStyleDeclaration) =>
  display === 'none' || visibility !== 'visible'
