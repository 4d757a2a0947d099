import { unclobbered } from '../dom.ts'

/** Larger images show something, such as a code to scan. Logos are wider. */
const iconMax = 64

const isLarge = (width: number, height: number) => Math.min(width, height) > iconMax

const isLargeBox = (element: Element) => {
  const { width, height } = unclobbered(element).getBoundingClientRect()
  return isLarge(width, height)
}

/** Whether an element is an image that is no icon, or cannot be read because its content is in a closed shadow tree. */
export const isPicture = (element: Element): boolean => {
  const { localName, shadowRoot, firstChild } = unclobbered(element)
  const isClosed = localName.includes('-') && shadowRoot === null && firstChild === null
  if (isClosed) return unclobbered(element).getBoundingClientRect().height > 0
  return unclobbered(element).matches('img, picture, svg') && isLargeBox(element)
}

const showsImage = (image: string) => image.includes('url(')

interface Styled {
  text: string
  hasPicture: boolean
}

const readPart = (element: Element, part: '::before' | '::after'): Styled => {
  const { content, backgroundImage, width, height } = getComputedStyle(element, part)
  if (/^(?:none|normal)$/.test(content)) return { text: '', hasPicture: false }
  // Every second piece is between quotes.
  const pieces = content.split('"')
  const text = pieces.filter((_, index) => index % 2 === 1).join(' ')
  const isRead = pieces.every((piece, index) => index % 2 === 1 || /^[\s/]*$/.test(piece))
  const isPhoto = showsImage(backgroundImage) && isLarge(Number.parseFloat(width), Number.parseFloat(height))
  return { text: text.trim(), hasPicture: !isRead || isPhoto }
}

/** What the styles of an element show: the texts before and after its content, and pictures. */
export const readStyles = (element: Element): Styled => {
  const { backgroundImage, content } = getComputedStyle(element)
  const before = readPart(element, '::before')
  const after = readPart(element, '::after')
  return {
    text: `${before.text} ${after.text}`.trim(),
    hasPicture:
      before.hasPicture ||
      after.hasPicture ||
      showsImage(content) ||
      (showsImage(backgroundImage) && isLargeBox(element)),
  }
}
