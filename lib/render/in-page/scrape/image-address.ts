import { allIn, classOf, nameOf, textOf, treeOf } from '../dom.ts'
import { toAbsolute } from './addresses.ts'
import { parseInert } from './inert.ts'

/** Attributes in which lazy loaders keep the URL until the image is near. */
const lazyAttributes =
  'data-src data-lazy-src data-original data-actualsrc data-lazy data-lazyload data-original-src data-orig-src data-hi-res-src data-cfsrc data-image data-echo data-img-src data-flickity-lazyload data-splide-lazy data-delayed-url data-url'.split(
    ' ',
  )

const lazySets = ['data-srcset', 'data-lazy-srcset', 'data-splide-lazy-srcset']

const placeholderNames =
  /(?:^|[/_.-])(?:placeholder|blank|spacer|spinner|loading|loader|preloader|lazy|lqip|transparent|pixel|empty|grey|gray|1x1)(?:[/_.-]|$)|[?&,/]blur[=_]/i

/** Returns the URL of an image, even if it has not loaded, or an empty string for an inline image. */
export const imageAddress = (image: HTMLImageElement): string => {
  const { currentSrc } = image
  const shown = withOwnFragment(currentSrc, image) || image.getAttribute('src') || ''
  const hasOther = lazyAddress(image) !== '' || noscriptAddress(image) !== ''
  const isPlaceholder = !isAddress(shown) || (hasOther && isPlaceholderImage(image, shown))
  if (!isPlaceholder && currentSrc !== '') return toAbsolute(shown, image)
  const later = [
    lazyAddress(image),
    sourceAddress(image),
    setAddress(image, ['srcset']),
    noscriptAddress(image),
  ]
  // A picture that has not loaded shows one of its sources, and `src` only if none matches.
  const found = (isPlaceholder ? later : [sourceAddress(image)]).find(isAddress)
  return found || isAddress(shown) ? toAbsolute(found || shown, image) : ''
}

/** Of several images of one file, Chromium gives all the fragment of the first. */
const withOwnFragment = (current: string, image: HTMLImageElement): string => {
  const [file] = current.split('#')
  const chosen = [sourceAddress(image), setAddress(image, ['srcset']), image.getAttribute('src') ?? '']
  const addresses = chosen.map((address) => toAbsolute(address, image))
  return addresses.find((address) => address.split('#')[0] === file) ?? current
}

const isAddress = (address: string) => address !== '' && !/^(data|blob|about|javascript):/i.test(address)

/** A preview with so few pixels is shown blurred. */
const previewScale = 4

/** A lazy loader leaves its attribute behind, so the attribute alone does not say that the image is a placeholder. */
const isPlaceholderImage = (image: HTMLImageElement, shown: string): boolean => {
  const { complete, loading, naturalWidth, clientWidth } = image
  const isPreview = naturalWidth > 0 && clientWidth >= previewScale * naturalWidth
  // While it loads, an image does not show its size.
  const isWaiting = !complete && loading !== 'lazy' && !/loaded/i.test(classOf(image))
  return isPreview || isWaiting || placeholderNames.test(shown)
}

const lazyAddress = (image: HTMLImageElement): string => {
  const single = lazyAttributes.map((name) => image.getAttribute(name)?.trim() ?? '').find(isUsable)
  return single ?? setAddress(image, lazySets)
}

/** Some attributes of these names have templates or JSON. */
const isUsable = (value: string) => isAddress(value) && !/[{}\s]/.test(value)

const setAddress = (element: HTMLImageElement | HTMLSourceElement, names: readonly string[]): string =>
  names.map((name) => firstOfSet(element.getAttribute(name) ?? '')).find(isAddress) ?? ''

/** Returns the first URL of a `srcset`. Commas may be in it, but not at its end: https://html.spec.whatwg.org/#parsing-a-srcset-attribute */
const firstOfSet = (set: string): string => {
  let address = /^[\s,]*(\S+)/.exec(set)?.[1] ?? ''
  while (address.endsWith(',')) address = address.slice(0, -1)
  return address
}

const sourceAddress = (image: HTMLImageElement): string => {
  const picture = image.closest('picture')
  const sources = picture ? allIn<HTMLSourceElement>(picture, 'source') : []
  for (const source of sources) {
    const media = source.getAttribute('media') ?? ''
    const address = matchMedia(media).matches ? setAddress(source, [...lazySets, 'srcset']) : ''
    if (address !== '') return address
  }
  return ''
}

/** The content of `noscript` is text while scripts are on. */
const noscriptAddress = (image: HTMLImageElement): string => {
  const siblings = [image, image.closest('picture') ?? image]
    .map(treeOf<Element>)
    .flatMap((frame) => [frame.nextElementSibling, frame.previousElementSibling])
  const noscript = siblings.find((sibling) => sibling !== null && nameOf(sibling) === 'noscript')
  return (noscript && parseInert(textOf(noscript)).querySelector('img')?.getAttribute('src')) || ''
}
