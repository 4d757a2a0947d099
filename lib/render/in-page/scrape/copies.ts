import { allIn, attributeOf, classOf, textOf, treeOf } from '../dom.ts'
import { isHidden } from './visibility.ts'

/** More siblings are not compared. */
const siblingsMax = 200

const isHiddenFromReaders = (element: Element) => attributeOf(element, 'aria-hidden') === 'true'

/** Carousels name the copies of their slides so. */
const isNamedCopy = (element: Element) => /clone|duplicate/i.test(classOf(element))

/** Returns whether an element repeats a sibling only to make a movement endless. */
export const isCopy = (element: Element): boolean => {
  const isNamed = isNamedCopy(element)
  if (!isNamed && !isHiddenFromReaders(element)) return false
  const { parentElement } = treeOf(element)
  const siblings = parentElement ? treeOf(parentElement).children : []
  const content = contentOf(element)
  return (
    content !== '' &&
    siblings.length <= siblingsMax &&
    [...siblings].some(
      (sibling) =>
        !isNamedCopy(sibling) &&
        (isNamed || !isHiddenFromReaders(sibling)) &&
        contentOf(sibling) === content &&
        !isHidden(sibling, getComputedStyle(sibling)),
    )
  )
}

const contentOf = (element: Element): string => {
  const images = allIn(element, 'img').map((image) => attributeOf(image, 'src') ?? '')
  return [textOf(element).replace(/\s+/g, ' '), ...images].join('\n').trim()
}
