import { unclobbered } from './dom.ts'

/** Resolves when all fonts that the page uses have loaded or failed, at the latest after `capMs`. */
export const awaitFonts = async (
  capMs: number,
): Promise<{ awaited: number; missing: number; isExpired: boolean }> => {
  let isExpired = false
  const expired = new Promise<false>((resolve) => setTimeout(() => resolve(false), capMs))
  const awaited = new Set<FontFace>()
  const loading = () => {
    // Only layout requests fonts.
    if (document.documentElement) unclobbered(document.documentElement).getBoundingClientRect()
    return [...document.fonts].filter(({ status }) => status === 'loading')
  }
  for (let fonts = loading(); fonts.length > 0; fonts = loading()) {
    for (const font of fonts) awaited.add(font)
    const ready = document.fonts.ready.then(() => true)
    isExpired = !(await Promise.race([ready, expired]))
    if (isExpired) break
  }
  const missing = [...document.fonts].filter(({ status }) => status === 'loading' || status === 'error')
  return { awaited: awaited.size, missing: missing.length, isExpired }
}

const fontFaces: FontFace[] = []

/**
 * Loads the fonts of `@font-face` rules and keeps them, without adding them to the page. Returns how many there are, and
 * how many could not be loaded.
 */
export const loadFontFaces = async (css: string): Promise<{ awaited: number; missing: number }> => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const faces = [...sheet.cssRules]
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ style }) => new FontFace('template', style.getPropertyValue('src')))
  fontFaces.push(...faces)
  await Promise.allSettled(faces.map((face) => face.load()))
  return { awaited: faces.length, missing: faces.filter(({ status }) => status === 'error').length }
}
