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
