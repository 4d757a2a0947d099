import type * as core from '../core.ts'
import { alphaOf, attributeOf, boxOf, force, matches, rootOf, textOf, treeOf, unclobbered } from '../dom.ts'
import { findOverlays, unlockScroll } from '../overlays.ts'
import { findNotices } from './find-notices.ts'

/** The script that is in the page's world before this one. Each script has its own copies of modules. */
declare const stillframe: typeof core

const hide = (element: HTMLElement) => {
  const styleOf = () => attributeOf(element, 'style')
  const before = styleOf()
  force(element, { display: 'none' })
  // Changes inside shadow trees are not observed.
  if (rootOf(element) !== document)
    stillframe.state.changes.attributes.set(element, new Map([['style', { before, after: styleOf() }]]))
}

/** Elements that show nothing but their background. */
const plainElements = 'div, span, section, aside'

const isTinted = (element: HTMLElement) => {
  const { backgroundColor, backgroundImage, opacity, backdropFilter } = getComputedStyle(element)
  const alpha = alphaOf(backgroundColor) * Number(opacity)
  return backgroundImage === 'none' && alpha < 1 && (alpha > 0 || backdropFilter !== 'none')
}

const isPlain = (element: Element) =>
  matches(element, plainElements) &&
  treeOf(element).shadowRoot === null &&
  ['::before', '::after'].every((part) => /^(?:none|normal)$/.test(getComputedStyle(element, part).content))

const hasArea = (element: Element) => {
  const { width, height } = boxOf(element)
  return width * height > 0
}

/** Whether an element shows nothing but one translucent color. */
const isTint = (element: HTMLElement) => {
  const inner = [...unclobbered(element).querySelectorAll('*')]
  return (
    !/\S/.test(textOf(element)) &&
    [element, ...inner].every(isPlain) &&
    !inner.some(hasArea) &&
    isTinted(element)
  )
}

const columns = [1 / 6, 3 / 6, 5 / 6]
const rows = [1, 3, 5, 7, 9, 11, 13, 15].map((part) => part / 16)

/** Whether a layer lies above content of the page, and nowhere below it. */
const isAbovePage = (layer: HTMLElement, layers: readonly HTMLElement[]) => {
  const root = rootOf(layer) as Document | ShadowRoot
  let isAbove = false
  for (const left of columns)
    for (const top of rows) {
      const stack = root.elementsFromPoint(left * innerWidth, top * innerHeight)
      const others = stack.filter((element) => !layers.includes(element as HTMLElement))
      const [first] = others
      if (first === undefined || first === document.body || first === document.documentElement) continue
      const position = stack.indexOf(layer)
      if (position < 0 || position > stack.indexOf(first)) return false
      isAbove = true
    }
  return isAbove
}

/** The layers that dim the page behind a dialog. A background or an app that fills the window is content. */
const findBackdrops = () => {
  const layers = (findOverlays(Number.POSITIVE_INFINITY, true) ?? []).filter(isTint)
  return layers.filter((layer) => isAbovePage(layer, layers))
}

const hideAll = () => {
  const { evident } = findNotices()
  for (const { element } of evident) hide(element)
  if (evident.length > 0) {
    for (const layer of findBackdrops()) hide(layer)
    unlockScroll()
  }
  return { hasHidden: evident.length > 0, isSuspected: findNotices().suspected.length > 0 }
}

/** Hides consent dialogs that no rule knows, with the layers behind them, and restores scrolling. `undo` undoes it. */
export const hideNotices = (): { hasHidden: boolean; isSuspected: boolean } =>
  stillframe.recordChanges(hideAll)
