import { elementsIn, isElement, isHtml, isShadowRoot, unclobbered } from './dom.ts'

/**
 * Makes translucent layers transparent. Without backgrounds, Chromium prints each of them as white paper, which hides all that is seen
 * through them, such as the page behind a dialog.
 */
export const clearLayers = (): void => {
  /** What lies behind a layer with text of a higher opacity is not meant to be read. */
  const opacityMax = 0.8
  const alphaOf = (color: string) => {
    const parts = color.slice(color.indexOf('(') + 1, -1).split(/[,/]/)
    return color.startsWith('rgba') || color.includes('/') ? Number(parts.at(-1)) : 1
  }
  const isFading = (image: string) => image.includes('gradient') && /rgba\(/.test(image)
  const isEmpty = (element: Element) =>
    !/\S/.test(unclobbered(element).textContent ?? '') &&
    !unclobbered(element).querySelector('img, svg, canvas, video, input, iframe')
  const isLayer = (styles: CSSStyleDeclaration, isEmptyLayer: () => boolean) => {
    const { backgroundColor, backgroundImage, backdropFilter } = styles
    const alpha = alphaOf(backgroundColor)
    if (backgroundImage !== 'none') return alpha < 1 && isFading(backgroundImage) && isEmptyLayer()
    if (alpha === 0 || alpha === 1) return false
    return (alpha <= opacityMax && backdropFilter === 'none') || isEmptyLayer()
  }
  const rules = new Map<Node, string[]>()
  /** An attribute would be visible to the page. */
  const pathOf = (element: Element): string => {
    const { parentNode } = unclobbered(element)
    if (!parentNode) return ''
    const own = `:nth-child(${[...unclobbered(parentNode).children].indexOf(element) + 1})`
    return isElement(parentNode) ? `${pathOf(parentNode)}>${own}` : own
  }
  const clearPseudo = (element: Element, pseudo: string) => {
    const styles = getComputedStyle(element, pseudo)
    const hasNoText = () => !/[^"'\s]/.test(styles.content)
    if ((pseudo !== '::backdrop' && styles.content === 'none') || !isLayer(styles, hasNoText)) return
    const root = unclobbered(element).getRootNode()
    const rule = `${pathOf(element)}${pseudo} { background: none !important; transition: none !important }`
    rules.set(root, [...(rules.get(root) ?? []), rule])
  }
  const clear = (element: HTMLElement) => {
    for (const name of ['transition', 'background'])
      unclobbered(element).style.setProperty(name, 'none', 'important')
  }
  /** Layers over a part of the page lie in an element that is positioned. */
  const pseudosOf = (element: Element, position: string) => [
    ...(position === 'static' ? [] : ['::before', '::after']),
    ...(unclobbered(element).matches(':modal, :popover-open') ? ['::backdrop'] : []),
  ]
  const clearIn = (element: Element) => {
    if (!isHtml(element) || !unclobbered(element).checkVisibility()) return
    const styles = getComputedStyle(element)
    if (isLayer(styles, () => isEmpty(element))) clear(element)
    for (const pseudo of pseudosOf(element, styles.position)) clearPseudo(element, pseudo)
  }
  for (const element of elementsIn(document)) clearIn(element)
  for (const [root, texts] of rules) {
    if (!(root instanceof Document || isShadowRoot(root))) continue
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(texts.join('\n'))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }
}
