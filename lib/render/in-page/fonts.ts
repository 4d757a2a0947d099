import { state } from './state.ts'

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
  state.templateFonts.push(...faces)
  await Promise.allSettled(faces.map((face) => face.load()))
  return { awaited: faces.length, missing: faces.filter(({ status }) => status === 'error').length }
}
