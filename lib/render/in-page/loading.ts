import { boxOf, isHtml, isInWindow, matchesOf, rootsInFrames, rulesOf } from './dom.ts'
import { state } from './state.ts'

/** Returns a promise that resolves when one thing that is loading has arrived or failed. */
export type Loading = () => Promise<unknown>

type Loaded = HTMLLinkElement | HTMLStyleElement | HTMLScriptElement | HTMLImageElement | HTMLIFrameElement

const ended =
  (element: Loaded): Loading =>
  () =>
    new Promise<void>((resolve) => {
      element.addEventListener('load', () => resolve(), { once: true })
      element.addEventListener(
        'error',
        () => {
          state.loads.failed.add(element)
          resolve()
        },
        { once: true },
      )
    })

const hasArrived = ({ src }: HTMLScriptElement) => performance.getEntriesByName(src, 'resource').length > 0

/** What keeps the page from being drawn: style sheets that apply, and scripts with `blocking="render"`. */
export const loadingStyles = (): Loading[] => {
  const links = [...matchesOf<HTMLLinkElement>('link[rel~="stylesheet"][href]')].filter(
    (link) => link.sheet === null && !link.disabled && matchMedia(link.media || 'all').matches,
  )
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[blocking~="render"][src]')].filter(
    (script) => !hasArrived(script),
  )
  return [...links, ...scripts].filter((element) => !state.loads.failed.has(element)).map(ended)
}

/** The style sheets that others import. One that the content security policy forbids looks as if it was still loading. */
export const loadingImports = (): Loading[] => {
  /** Imports come before all rules except the names of layers, and a sheet can have thousands of others. */
  const importsOf = (sheet: CSSStyleSheet): CSSImportRule[] => {
    const imports: CSSImportRule[] = []
    for (const rule of rulesOf(sheet) ?? []) {
      if (rule instanceof CSSImportRule) imports.push(rule)
      else if (!(rule instanceof CSSLayerStatementRule)) break
    }
    return imports
  }
  /** Chromium also loads a sheet for other media, and draws nothing until it arrives. */
  const isLoaded = ({ href, supportsText }: CSSImportRule) =>
    href !== '' && (!supportsText || CSS.supports(supportsText))
  // A sheet that failed is empty.
  const isPending = (sheet: CSSStyleSheet): boolean =>
    importsOf(sheet).some(
      (rule) => isLoaded(rule) && (rule.styleSheet === null || isPending(rule.styleSheet)),
    )
  // `document.styleSheets` does not have a sheet whose imports are pending.
  return [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel~="stylesheet"], style')]
    .filter(
      ({ sheet, media }) =>
        sheet && !sheet.disabled && matchMedia(media || 'all').matches && isPending(sheet),
    )
    .map(ended)
}

interface Counts {
  awaited: number
  /** Those that have failed, or are still loading. */
  missing: number
}

/** The fonts that the page uses. */
export const loadingFonts = (): Loading[] => {
  // Only layout requests fonts.
  if (document.documentElement) boxOf(document.documentElement)
  const loading = [...document.fonts].filter(({ status }) => status === 'loading')
  for (const font of loading) state.loads.fonts.add(font)
  return loading.length > 0 ? [() => document.fonts.ready] : []
}

export const countFonts = (): Counts => {
  const missing = [...document.fonts].filter(({ status }) => status === 'loading' || status === 'error')
  return { awaited: state.loads.fonts.size, missing: missing.length }
}

/** The images in view, or in the whole page, that `is` accepts. Includes open shadow trees and frames of the same origin. */
const imagesWith = (isWhole: boolean, is: (image: HTMLImageElement) => boolean) => {
  // Without declared dimensions, an image that is still loading has an empty box.
  const hasPlace = (image: HTMLImageElement) => {
    if (!image.complete) return image.getClientRects().length > 0 && image.getAttribute('width') !== '0'
    const { width, height } = image.getBoundingClientRect()
    return width > 0 && height > 0
  }
  const isWanted = (image: HTMLImageElement) => {
    if (image.src === '' && image.srcset === '' && image.currentSrc === '') return false
    // A lazy image far away does not load until it is scrolled near the viewport.
    return hasPlace(image) && isInWindow(image, isWhole && image.loading !== 'lazy')
  }
  return [...matchesOf('img', rootsInFrames())].filter(
    (image): image is HTMLImageElement => isHtml(image, 'img') && is(image) && isWanted(image),
  )
}

export const loadingImages = (isWhole: boolean): Loading[] => {
  const loading = imagesWith(isWhole, ({ complete }) => !complete)
  for (const image of loading) state.loads.images.add(image)
  return loading.map(ended)
}

export const countImages = (isWhole: boolean): Counts => {
  const missing = imagesWith(isWhole, ({ complete, naturalWidth }) => !complete || naturalWidth === 0)
  return { awaited: state.loads.images.size, missing: missing.length }
}

/** The frames in view, or in the whole page. Includes open shadow trees. */
export const loadingFrames = (isWhole: boolean): Loading[] => {
  const isFrameShown = (frame: Element) => {
    const { top, bottom, width, height } = boxOf(frame)
    const isInView = bottom > 0 && top < innerHeight
    // A lazy frame below the viewport does not load until it is scrolled into view.
    const canLoad = isInView || (isWhole && !(isHtml(frame, 'iframe') && frame.loading === 'lazy'))
    return width > 1 && height > 1 && canLoad
  }
  const isLoading = (frame: Element): frame is HTMLIFrameElement => {
    if (!isHtml(frame, 'iframe')) return false
    const { contentDocument, src } = frame
    // Documents of other sites are inaccessible. They have replaced the empty first document, so they have arrived.
    if (!contentDocument) return false
    const isFirst = contentDocument.URL === 'about:blank' && /^https?:/.test(src) && !frame.srcdoc
    return isFirst || contentDocument.readyState !== 'complete'
  }
  const frames = [...matchesOf('iframe, object, embed, frame')].filter(isFrameShown)
  // The load of an `object` is only visible in the load of the document.
  if (frames.length > 0 && document.readyState !== 'complete')
    return [() => new Promise((resolve) => addEventListener('load', resolve, { once: true }))]
  return frames.filter(isLoading).map(ended)
}
