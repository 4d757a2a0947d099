/// <reference lib="dom" />

/** Resolves when no applicable style sheet is pending. */
export const awaitStyles = async (): Promise<void> => {
  const pending = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"][href]')].filter(
      (link) => link.sheet === null && !link.disabled && matchMedia(link.media || 'all').matches,
    )
  const failed = new Set<HTMLLinkElement>()
  const arrival = (link: HTMLLinkElement) =>
    new Promise<void>((resolve) => {
      link.addEventListener('load', () => resolve(), { once: true })
      link.addEventListener('error', () => {
        failed.add(link)
        resolve()
      })
    })
  for (;;) {
    const links = pending().filter((link) => !failed.has(link))
    if (links.length === 0) return
    await Promise.all(links.map(arrival))
  }
}
