import { alphaOf, checkVisibility, elementsIn, firstIn, force, isHtml, matches, textOf } from './dom.ts'
import { createPseudoRules } from './pseudo-rules.ts'

/**
 * Makes translucent layers transparent. Without backgrounds, Chromium prints each of them as white paper, which hides all that is seen
 * through them, such as the page behind a dialog.
 */
export const clearLayers = (): void => {
  /** What lies behind a layer with text of a higher opacity is not meant to be read. */
  const opacityMax = 0.8
  const isFadingImage = (image: string) => image.includes('gradient') && /rgba\(/.test(image)
  const isContentless = (element: Element) =>
    !/\S/.test(textOf(element)) && !firstIn(element, 'img, svg, canvas, video, input, iframe')
  const isTranslucentLayer = (styles: CSSStyleDeclaration, isEmptyLayer: () => boolean) => {
    const { backgroundColor, backgroundImage, backdropFilter } = styles
    const alpha = alphaOf(backgroundColor)
    if (backgroundImage !== 'none') return alpha < 1 && isFadingImage(backgroundImage) && isEmptyLayer()
    if (alpha === 0 || alpha === 1) return false
    return (alpha <= opacityMax && backdropFilter === 'none') || isEmptyLayer()
  }
  const rules = createPseudoRules()
  const clearPseudo = (element: Element, pseudo: string) => {
    const styles = getComputedStyle(element, pseudo)
    const hasNoText = () => !/[^"'\s]/.test(styles.content)
    if ((pseudo !== '::backdrop' && styles.content === 'none') || !isTranslucentLayer(styles, hasNoText))
      return
    rules.add(element, pseudo, 'background: none !important; transition: none !important')
  }
  /** Layers over a part of the page lie in an element that is positioned. */
  const pseudosOf = (element: Element, position: string) => [
    ...(position === 'static' ? [] : ['::before', '::after']),
    ...(matches(element, ':modal, :popover-open') ? ['::backdrop'] : []),
  ]
  const clearIn = (element: Element) => {
    if (!isHtml(element) || !checkVisibility(element)) return
    const styles = getComputedStyle(element)
    if (isTranslucentLayer(styles, () => isContentless(element)))
      force(element, { transition: 'none', background: 'none' })
    for (const pseudo of pseudosOf(element, styles.position)) clearPseudo(element, pseudo)
  }
  for (const element of elementsIn(document)) clearIn(element)
  rules.apply()
}
