/// <reference lib="dom" />

/**
 * Hides homemade consent notices among the remembered overlays: elements with words of cookies and consent and a few buttons. Returns
 * their number.
 */
export const dismissNotices = (cookieWords: string, consentWords: string): number => {
  const { stillframeOverlays: overlays = [] } = globalThis as { stillframeOverlays?: HTMLElement[] }
  const textMax = 3000
  const buttonsMax = 6
  const areaOf = (element: Element) => {
    const { width, height } = unclobbered(element).getBoundingClientRect()
    return (width * height) / (innerWidth * innerHeight)
  }
  // The text of a host does not include its shadow tree.
  const partsOf = (element: HTMLElement) => [
    element,
    ...[element, ...unclobbered(element).querySelectorAll('*')]
      .flatMap((part) => [...(unclobbered(part).shadowRoot?.children ?? [])])
      .filter((child) => child instanceof HTMLElement),
  ]
  const speaksOfConsent = (parts: HTMLElement[], isLarge: boolean) => {
    const text = parts
      // biome-ignore lint/performance/useDomNodeTextContent: scripts and hidden settings are not visible text
      .map((part) => unclobbered(part).innerText)
      .join('\n')
      .toLowerCase()
    if (text.length > (isLarge ? textMax / 2 : textMax)) return false
    return new RegExp(cookieWords).test(text) && new RegExp(consentWords).test(text)
  }
  const isNotice = (element: HTMLElement) => {
    const parts = partsOf(element)
    const count = (selector: string) =>
      parts.reduce((sum, part) => sum + unclobbered(part).querySelectorAll(selector).length, 0)
    const buttons = count('button, [role=button], input[type=button], input[type=submit]')
    const links = parts
      .flatMap((part) => [...unclobbered(part).querySelectorAll('a')])
      .filter((link) => new RegExp(consentWords).test(link.textContent.toLowerCase()))
    if (buttons > buttonsMax || buttons + links.length === 0) return false
    if (count('main, article, nav') > 0 || unclobbered(element).matches('nav, header')) return false
    return speaksOfConsent(parts, areaOf(element) > 0.6)
  }
  const isBackdrop = (element: HTMLElement) =>
    areaOf(element) > 0.9 &&
    !/\S/.test(unclobbered(element).textContent) &&
    !unclobbered(element).querySelector('img, video, canvas, iframe, svg')
  const hide = (element: HTMLElement) =>
    unclobbered(element).style.setProperty('display', 'none', 'important')

  const notices = overlays.filter(isNotice)
  notices.forEach(hide)
  if (notices.length > 0) overlays.filter(isBackdrop).forEach(hide)
  return notices.length
}

/**
 * Remembers the overlays of the page in this world, then applies the style sheet. Returns the number of overlays that the sheet hid.
 */
export const hideOverlays = (css: string): number => {
  const memory = globalThis as { stillframeOverlays?: HTMLElement[] }
  const isOverlay = (element: Element) =>
    /^(fixed|sticky)$/.test(getComputedStyle(element).position) ||
    unclobbered(element).matches('dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]')
  const withAncestors = (element: Element | null): Element[] =>
    element && element !== document.body
      ? [element, ...withAncestors(unclobbered(element).parentElement)]
      : []

  const hasOverlay = () => {
    for (const element of document.getElementsByTagName('*')) if (isOverlay(element)) return true
    return false
  }
  // Points, because only overlays inside the viewport matter. Chromium needs seconds to find what is at a point of deeply nested inline
  // elements, but a page without overlays needs no points.
  const columns = [0.1, 0.3, 0.5, 0.7, 0.9]
  const rows = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98]
  const at = (x: number, y: number) => document.elementsFromPoint(innerWidth * x, innerHeight * y)
  const hits = hasOverlay() ? columns.flatMap((x) => rows.flatMap((y) => at(x, y))) : []
  const shown = [...new Set(hits.flatMap(withAncestors))].filter(
    (element) => element instanceof HTMLElement && isOverlay(element),
  ) as HTMLElement[]
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  memory.stillframeOverlays = shown.filter((element) => unclobbered(element).checkVisibility())
  return shown.length - memory.stillframeOverlays.length
}

/** Restores scrolling that a dialog disabled. Does nothing if the page scrolls. */
export const unlockScroll = (): void => {
  const root = document.documentElement
  const { body } = document
  if (!(root && body)) return
  const isLocked = (element: Element) => /^(hidden|clip)$/.test(getComputedStyle(element).overflowY)
  const { scrollWidth, clientWidth } = unclobbered(root)
  const isWide = scrollWidth > clientWidth
  const force = (element: HTMLElement, name: string, value: string) =>
    unclobbered(element).style.setProperty(name, value, 'important')
  if (getComputedStyle(body).position === 'fixed') force(body, 'position', 'static')
  if (!isLocked(root) && !isLocked(body)) return
  // If both elements had an overflow, the body would become a scroller inside the page.
  force(body, 'overflow', 'visible')
  force(root, 'overflow', isWide ? 'hidden auto' : 'visible')
}
