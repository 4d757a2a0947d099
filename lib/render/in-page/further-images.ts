import { attributeOf, boxOf, checkVisibility, isSvg, treeOf } from './dom.ts'

/** Reading them takes 0.3 s. A limit of time would never end the search, because the page's clock may stand still meanwhile. */
const stylesMax = 30_000

/** Whether the element may show an image, and whether it has an area. A pseudo-element may have one without its element. */
const placeOf = (element: Element, isWhole: boolean) => {
  // The background of these two elements covers the canvas, regardless of their size.
  if (element === document.body || element === document.documentElement)
    return { isInView: true, hasArea: true }
  const { top, bottom, width, height } = boxOf(element)
  return { isInView: isWhole || (bottom >= 0 && top < innerHeight), hasArea: width > 0 && height > 0 }
}

const sourceOf = (element: Element) => {
  const value = attributeOf(element, 'poster') ?? attributeOf(element, 'src')
  const url = isSvg(element, 'image') ? element.href.baseVal : (value ?? '')
  // An empty URL would resolve to the document's.
  return /\S/.test(url) ? (URL.parse(url, document.baseURI)?.href ?? '') : ''
}

export interface FurtherImages {
  hadAny: boolean
  /** Resolves when they have loaded or failed. */
  load(): Promise<unknown>
  isLoaded(): boolean
  /** Whether the search ended early, because the styles of more than `stylesMax` elements would have to be read. */
  isCut: boolean
}

/**
 * Finds and requests the images in view that are no `img` elements and are not loaded, including open shadow trees: those of styles, also of
 * `::before` and `::after`, of inputs, videos and SVG.
 */
export const findFurtherImages = (isWhole: boolean): FurtherImages => {
  const read = (value: string) => [...value.matchAll(/url\("([^"#][^"]*)"\)/g)].map(([, url = '']) => url)
  const pending = new Map<string, { crossOrigin: 'anonymous' | null }>()
  const note = (urls: string[], crossOrigin: 'anonymous' | null = null) => {
    for (const url of urls)
      if (!url.startsWith('data:') && performance.getEntriesByName(url, 'resource').length === 0)
        pending.set(url, { crossOrigin })
  }
  const noteStyle = (style: CSSStyleDeclaration) => {
    const { backgroundImage, borderImageSource, content, display, listStyleImage, maskImage } = style
    const marker = display.includes('list-item') ? listStyleImage : ''
    const images = `${backgroundImage} ${borderImageSource} ${content} ${marker}`
    if (images.includes('url(')) note(read(images))
    // Browsers request masks without credentials. https://www.w3.org/TR/css-masking-1/#priv-sec
    if (maskImage.includes('url(')) note(read(maskImage), 'anonymous')
  }
  const noteElement = (element: Element) => {
    const { isInView, hasArea } = placeOf(element, isWhole)
    if (!isInView || !(hasArea || checkVisibility(element))) return
    stylesLeft--
    if (hasArea) noteStyle(getComputedStyle(element))
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      if (style.content !== 'none' && checkVisibility(element)) noteStyle(style)
    }
  }
  const noteSources = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('input[type=image], video[poster], image')) {
      const source = sourceOf(element)
      const { isInView, hasArea } = placeOf(element, isWhole)
      if (source !== '' && isInView && hasArea) note([source])
    }
  }
  let stylesLeft = stylesMax
  const noteTree = (root: Document | ShadowRoot) => {
    noteSources(root)
    for (const element of root.querySelectorAll(root === document ? 'html, body, body *' : '*')) {
      if (stylesLeft <= 0) return
      noteElement(element)
      const { shadowRoot } = treeOf(element)
      if (shadowRoot) noteTree(shadowRoot)
    }
  }
  const load = (src: string, request: { crossOrigin: 'anonymous' | null }) =>
    Object.assign(new Image(), request, { src })
      .decode()
      .catch(() => undefined)

  noteTree(document)
  let isLoaded = pending.size === 0
  const loads = Promise.all([...pending].map(([url, request]) => load(url, request))).then(() => {
    isLoaded = true
  })
  return { hadAny: pending.size > 0, load: () => loads, isLoaded: () => isLoaded, isCut: stylesLeft <= 0 }
}

/** Resolves when the further images of the whole page have loaded or failed. Returns whether the search for them ended early. */
export const awaitFurtherImages = async (): Promise<boolean> => {
  const images = findFurtherImages(true)
  await images.load()
  return images.isCut
}
