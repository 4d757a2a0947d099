import { unclobbered } from './dom.ts'

/**
 * Reports the classes and ids that the document uses, once each, as they appear. They select the cosmetic rules that
 * may apply.
 */
export const watchNames = (
  report: (names: { classes: string[]; ids: string[]; isFirst: boolean }) => void,
): void => {
  const known = { classes: new Set<string>(), ids: new Set<string>() }
  let isFirst = true
  const keepNew = (names: Iterable<string>, seen: Set<string>) => {
    const added = new Set([...names].filter((name) => name !== '' && !seen.has(name)))
    for (const name of added) seen.add(name)
    return [...added]
  }
  const collect = () => {
    const elements = [...document.querySelectorAll('[id], [class]')]
    const classes = keepNew(
      elements.flatMap((element) => [...unclobbered(element).classList]),
      known.classes,
    )
    const ids = keepNew(
      elements.map((element) => unclobbered(element).id),
      known.ids,
    )
    if (isFirst || classes.length + ids.length > 0) report({ classes, ids, isFirst })
    isFirst = false
  }
  let isPlanned = false
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => {
      isPlanned = false
      collect()
    })
  }
  collect()
  new MutationObserver(plan).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class', 'id'],
  })
}

/** Returns the URL of the document and all classes and ids that it uses. */
export const readNames = (): { url: string; classes: string[]; ids: string[] } => {
  const classes = new Set<string>()
  const ids = new Set<string>()
  for (const element of document.querySelectorAll('[id], [class]')) {
    const { id, classList } = unclobbered(element)
    if (id) ids.add(id)
    for (const name of classList) classes.add(name)
  }
  return { url: location.href, classes: [...classes], ids: [...ids] }
}
