import { attributeOf, textOf, treeOf, unclobbered } from '../dom.ts'
import { isHidden } from './visibility.ts'

/** Classes that carousels give the copies of their slides. */
const copyNames =
  /(?:^|\s)(?:slick-cloned|cloned|clone|tns-slide-cloned|glide__slide--clone|splide__slide--clone|swiper-slide-duplicate)(?:\s|$)/

/** More siblings are not compared. */
const siblingsMax = 200

const isHiddenFromReaders = (element: Element) => attributeOf(element, 'aria-hidden') === 'true'

const isNamedCopy = (element: Element) => {
  const names = attributeOf(element, 'class')
  return names !== null && copyNames.test(names)
}

/** Returns whether an element repeats a sibling only to make a movement endless. */
export const isCopy = (element: Element): boolean => {
  const isNamed = isNamedCopy(element)
  if (!isNamed && !isHiddenFromReaders(element)) return false
  const parent = treeOf(element).parentElement
  const siblings = parent ? treeOf(parent).children : []
  if (siblings.length < 2 || siblings.length > siblingsMax) return false
  const content = contentOf(element)
  return (
    content !== '' &&
    [...siblings].some(
      (sibling) =>
        sibling !== element &&
        !isNamedCopy(sibling) &&
        (isNamed || !isHiddenFromReaders(sibling)) &&
        contentOf(sibling) === content &&
        !isHidden(sibling, getComputedStyle(sibling)),
    )
  )
}

const contentOf = (element: Element): string => {
  const images = [...unclobbered(element).querySelectorAll('img')].map(
    (image) => image.getAttribute('src') ?? '',
  )
  return [textOf(element).replace(/\s+/g, ' ').trim(), ...images].join('\n').trim()
}
