/// <reference lib="dom" />

/**
 * Hides home-made consent notices among the remembered overlays: what speaks of cookies and consent and has a few buttons.
 * Gives how many there were.
 */
export const dismissNotices = (cookieWords: string, consentWords: string): number => {
  const { stillframeOverlays: overlays = [] } = globalThis as { stillframeOverlays?: HTMLElement[] }
  const textMax = 3000
  const buttonsMax = 6
  const areaOf = (element: Element) => {
    const { width, height } = unclobbered(element).getBoundingClientRect()
    return (width * height) / (innerWidth * innerHeight)
  }
  // The text of a shadow tree does not count as its host's.
  const partsOf = (element: HTMLElement) => [
    element,
    ...[element, ...unclobbered(element).querySelectorAll('*')]
      .flatMap((part) => [...(unclobbered(part).shadowRoot?.children ?? [])])
      .filter((child) => child instanceof HTMLElement),
  ]
  const speaksOfConsent = (parts: HTMLElement[], isLarge: boolean) => {
    const text = parts
      // biome-ignore lint/performance/useDomNodeTextContent: scripts and hidden settings are not what it says
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
    const answers = parts
      .flatMap((part) => [...unclobbered(part).querySelectorAll('a')])
      .filter((link) => new RegExp(consentWords).test(link.textContent.toLowerCase()))
    if (buttons > buttonsMax || buttons + answers.length === 0) return false
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
