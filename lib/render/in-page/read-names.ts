/// <reference lib="dom" />

/** The address of the document and all classes and ids that it uses. */
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
