import { unclobbered } from './dom.ts'

/** Returns whether fonts that the page uses, and style sheets that apply to it, are loading. Nothing that has failed counts. */
export const findLoading = (needsFonts: boolean): ('fonts' | 'styles')[] => {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet"][href]')
  const isStyled = [...links].every(
    ({ sheet, disabled, media }) => sheet !== null || disabled || !matchMedia(media || 'all').matches,
  )
  // Only layout requests fonts.
  if (needsFonts && document.documentElement) unclobbered(document.documentElement).getBoundingClientRect()
  const isLoadingFonts = needsFonts && document.fonts.status === 'loading'
  return [...(isLoadingFonts ? ['fonts' as const] : []), ...(isStyled ? [] : ['styles' as const])]
}
