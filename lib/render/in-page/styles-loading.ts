import { matchesOf, rulesOf, unclobbered } from './dom.ts'

/** The linked style sheets that apply and have not arrived. */
const pendingStyles = () =>
  [...matchesOf<HTMLLinkElement>('link[rel~="stylesheet"][href]')].filter(
    (link) => link.sheet === null && !link.disabled && matchMedia(link.media || 'all').matches,
  )

/** Resolves when nothing is pending that keeps the page from being drawn: an applicable style sheet, or a script with `blocking="render"`. */
export const awaitStyles = async (): Promise<void> => {
  const pendingScripts = () =>
    [...document.querySelectorAll<HTMLScriptElement>('script[blocking~="render"][src]')].filter(
      ({ src }) => performance.getEntriesByName(src, 'resource').length === 0,
    )
  type Blocking = HTMLLinkElement | HTMLScriptElement
  const ended = new Set<Blocking>()
  const end = (element: Blocking) =>
    new Promise<void>((resolve) => {
      for (const type of ['load', 'error'])
        element.addEventListener(type, () => {
          if (type === 'error' || element.localName === 'script') ended.add(element)
          resolve()
        })
    })
  for (;;) {
    const elements = [...pendingStyles(), ...pendingScripts()].filter((element) => !ended.has(element))
    if (elements.length === 0) return
    await Promise.all(elements.map(end))
  }
}

/**
 * Resolves when no style sheet is pending that another one imports. Never resolves for one that the content security policy forbids,
 * because it looks the same.
 */
export const awaitImports = async (): Promise<void> => {
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
  const owners = () =>
    [
      ...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel~="stylesheet"], style'),
    ].filter(
      ({ sheet, media }) =>
        sheet && !sheet.disabled && matchMedia(media || 'all').matches && isPending(sheet),
    )
  const arrival = (owner: HTMLLinkElement | HTMLStyleElement) =>
    new Promise<void>((resolve) => {
      for (const type of ['load', 'error']) owner.addEventListener(type, () => resolve(), { once: true })
    })
  for (let pending = owners(); pending.length > 0; pending = owners()) await Promise.all(pending.map(arrival))
}

/** Returns whether fonts that the page uses, and style sheets that apply to it, are loading. Nothing that has failed counts. */
export const findLoading = (needsFonts: boolean): ('fonts' | 'styles')[] => {
  // Only layout requests fonts.
  if (needsFonts && document.documentElement) unclobbered(document.documentElement).getBoundingClientRect()
  const isLoadingFonts = needsFonts && document.fonts.status === 'loading'
  return [
    ...(isLoadingFonts ? ['fonts' as const] : []),
    ...(pendingStyles().length > 0 ? ['styles' as const] : []),
  ]
}
