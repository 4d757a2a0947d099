/// <reference lib="dom" />

/**
 * Resolves when the images in view that `document.images` does not list have loaded or failed: those of styles, also of `::before` and
 * `::after`, of inputs, videos and SVG, and all images in shadow trees. Checks a limited number of elements. Returns the number of images
 * that were pending.
 */
export const awaitFurtherImages = async (isWhole: boolean): Promise<number> => {
  const elementsMax = 3000
  const isInView = (element: Element, needsArea: boolean) => {
    // The background of these two elements covers the canvas, regardless of their size.
    if (element === document.body || element === document.documentElement) return true
    const { top, bottom, width, height } = unclobbered(element).getBoundingClientRect()
    if (needsArea && !(width > 0 && height > 0)) return false
    return isWhole || (bottom >= 0 && top < innerHeight)
  }
  const read = (value: string) => [...value.matchAll(/url\("([^"#][^"]*)"\)/g)].map(([, url = '']) => url)
  const pending = new Map<string, { isAnonymous: boolean }>()
  const note = (urls: string[], isAnonymous = false) => {
    for (const url of urls)
      if (!url.startsWith('data:') && performance.getEntriesByName(url, 'resource').length === 0)
        pending.set(url, { isAnonymous })
  }
  const noteStyle = (element: Element, style: CSSStyleDeclaration, needsArea: boolean) => {
    const { backgroundImage, borderImageSource, content, display, listStyleImage, maskImage } = style
    const marker = display.includes('list-item') ? listStyleImage : ''
    const images = `${backgroundImage} ${borderImageSource} ${content} ${marker}`
    if (!`${images} ${maskImage}`.includes('url(') || !isInView(element, needsArea)) return
    note(read(images))
    // Browsers request masks without credentials. https://www.w3.org/TR/css-masking-1/#priv-sec
    note(read(maskImage), true)
  }
  const sourceOf = (element: Element) => {
    if (element instanceof HTMLInputElement) return element.src
    if (element instanceof HTMLVideoElement) return element.poster
    if (element instanceof SVGImageElement) return new URL(element.href.baseVal, document.baseURI).href
    return element instanceof HTMLImageElement ? element.currentSrc : ''
  }
  const notePseudo = (element: Element, pseudo: '::before' | '::after') => {
    const style = getComputedStyle(element, pseudo)
    // It may have an area although its element has none.
    if (style.content !== 'none' && unclobbered(element).checkVisibility()) noteStyle(element, style, false)
  }
  /** The images of elements, except those in `document.images`. */
  const noteSources = (root: Document | ShadowRoot) => {
    const listed = root === document ? '' : ', img'
    for (const element of root.querySelectorAll(`input[type=image], video[poster], image${listed}`)) {
      const source = sourceOf(element)
      if (source !== '' && isInView(element, true)) note([source])
    }
  }
  let elementsLeft = elementsMax
  const noteTree = (root: Document | ShadowRoot) => {
    noteSources(root)
    for (const element of root.querySelectorAll(root === document ? 'html, body, body *' : '*')) {
      if (elementsLeft-- <= 0) return
      noteStyle(element, getComputedStyle(element), true)
      notePseudo(element, '::before')
      notePseudo(element, '::after')
      const { shadowRoot } = unclobbered(element)
      if (shadowRoot) noteTree(shadowRoot)
    }
  }
  const load = (url: string, { isAnonymous }: { isAnonymous: boolean }) => {
    const image = new Image()
    if (isAnonymous) image.crossOrigin = 'anonymous'
    image.src = url
    return image.decode().catch(() => undefined)
  }

  noteTree(document)
  await Promise.all([...pending].map(([url, request]) => load(url, request)))
  return pending.size
}
