/** Resolves when nothing is pending that keeps the page from being drawn: an applicable style sheet, or a script with `blocking="render"`. */
export const awaitStyles = async (): Promise<void> => {
  const pendingStyles = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"][href]')].filter(
      (link) => link.sheet === null && !link.disabled && matchMedia(link.media || 'all').matches,
    )
  const pendingScripts = () =>
    [...document.querySelectorAll<HTMLScriptElement>('script[blocking~="render"][src]')].filter(
      ({ src }) => performance.getEntriesByName(src, 'resource').length === 0,
    )
  type Blocking = HTMLLinkElement | HTMLScriptElement
  const ended = new Set<Blocking>()
  const end = (element: Blocking) =>
    new Promise<void>((resolve) => {
      for (const type of ['load', 'error'])
        element.addEventListener(type, () => {
          if (type === 'error' || element.localName === 'script') ended.add(element)
          resolve()
        })
    })
  for (;;) {
    const elements = [...pendingStyles(), ...pendingScripts()].filter((element) => !ended.has(element))
    if (elements.length === 0) return
    await Promise.all(elements.map(end))
  }
}
