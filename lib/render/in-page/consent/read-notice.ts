import { attributeOf, boxOf, firstIn, matches, textOf, treeOf } from '../dom.ts'
import { walkRendered } from '../rendered.ts'
import type { NoticeControl, NoticeFacts } from './notice.ts'
import { isOnlyContent, isPartOfContent, isTopic, toggles } from './page-around.ts'
import { plain } from './words.ts'

export interface Control extends NoticeControl {
  element: HTMLElement
  isDisabled: boolean
}

interface Toggle {
  element: HTMLElement
  isOn: boolean
}

export interface Notice extends NoticeFacts {
  element: HTMLElement
  controls: readonly Control[]
  toggles: readonly Toggle[]
}

const buttonInputs = 'input:is([type=button], [type=submit], [type=reset], [type=image])'
const buttons = `button, summary, [role=button], [role=link], [onclick], ${buttonInputs}`
const fields =
  'input:not([type=hidden]), select, textarea, [contenteditable=""], [contenteditable=true], [role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=spinbutton], [role=slider], [role=radio]'
const contents =
  'main, article, nav, video, audio, canvas, iframe, object, embed, table, [role=main], [role=navigation], [role=search]'

/** A button whose element says nothing shows it by its pointer. */
const clickableLabelMax = 60

/** A notice is shorter. */
const textMax = 8000

const isDisabled = (element: Element) => matches(element, ':disabled, [disabled], [aria-disabled=true]')

/** Reads an overlay. */
export const readNotice = (element: HTMLElement): Notice => {
  const read = createReading()
  walkRendered(element, read.visitor)
  const { texts, controls, toggles: switches, found } = read
  const isPage = [isHeader, isPartOfContent, isOnlyContent, isTopic].some((is) => is(element))
  return { element, ...texts, controls, toggles: switches, isMore: found.isMore || isPage }
}

const isHeader = (element: Element) => matches(element, 'header, nav, [role=banner], [role=navigation]')

const createReading = () => {
  const texts = { prose: '', text: '' }
  const controls: Control[] = []
  const switches: Toggle[] = []
  const found = { isMore: false }
  let control: Control | undefined
  const blocks = new Set<Element>()
  const add = (text: string) => {
    texts.prose += text
    texts.text += text
  }
  const note = (element: Element) => {
    if (matches(element, toggles)) switches.push(readToggle(element as HTMLElement))
    const styles = readStyles(element)
    found.isMore ||= isField(element) || matches(element, contents) || isPicture(element) || styles.hasPicture
    if (control) control.label += nameOfImage(element) + styles.text
    else add(textOfImage(element) + (styles.text === '' ? '' : `\n${styles.text}\n`))
  }
  return {
    texts,
    controls,
    toggles: switches,
    found,
    visitor: {
      enter(element: Element, display: string) {
        if (!control && !(display.startsWith('inline') && isInSentence(element))) {
          blocks.add(element)
          add('\n')
        }
        if (!control && isControl(element)) {
          control = readControl(element as HTMLElement)
          add(' ')
        }
        note(element)
        return true
      },
      leave(element: Element) {
        if (control?.element === element) {
          controls.push({ ...control, label: nameOf(control) })
          if (control.isLink && !blocks.has(element)) texts.text += control.label
          control = undefined
        }
        if (blocks.has(element)) add('\n')
      },
      text(data: string) {
        if (control) control.label += data
        // Line breaks in the source are spaces on the screen.
        else add(data.replace(/\s+/g, ' '))
        return texts.prose.length < textMax
      },
    },
  }
}

const isFilledText = (node: Node) => treeOf(node).nodeName === '#text' && /\S/.test((node as Text).data)

/** Whether an element stands between words, and not only next to other elements. */
const isInSentence = (element: Element) => {
  const { parentNode } = treeOf(element)
  return parentNode !== null && [...treeOf(parentNode).childNodes].some(isFilledText)
}

const isField = (element: Element) =>
  matches(element, fields) && !matches(element, `${toggles}, ${buttonInputs}`)

const nameOfImage = (element: Element) =>
  matches(element, 'img, [role=img]') ? (attributeOf(element, 'alt') ?? '') : ''

/** Shorter names belong to logos and decorations. */
const imageWordsMin = 3

const textOfImage = (element: Element) => {
  const name = nameOfImage(element)
  return plain(name).split(' ').length < imageWordsMin ? '' : `\n${name}\n`
}

const readToggle = (element: HTMLElement): Toggle => ({
  element,
  isOn: matches(element, ':checked, [aria-checked=true]'),
})

const isLink = (element: Element) => matches(element, 'a, [role=link]') && !matches(element, '[role=button]')

const isControl = (element: Element) => {
  if (matches(element, toggles)) return false
  return matches(element, 'a') || matches(element, buttons) || isClickable(element)
}

const isClickable = (element: Element) => {
  if (getComputedStyle(element).cursor !== 'pointer' || matches(element, 'label, label *')) return false
  const isSingle = firstIn(element, `a, ${buttons}, ${fields}`) === null
  return isSingle && textOf(element).trim().length <= clickableLabelMax
}

const readControl = (element: HTMLElement): Control => ({
  element,
  label: matches(element, buttonInputs) ? ((element as HTMLInputElement).value ?? '') : '',
  isLink: isLink(element),

  isDisabled: isDisabled(element),
})

/** A symbol has its name in an attribute. */
const nameOf = ({ element, label }: Control) => {
  const attribute = (name: string) => attributeOf(element, name) ?? ''
  return plain(label) !== '' ? label.trim() : attribute('aria-label') || attribute('title')
}

/** Larger images show something, such as a code to scan. Logos are wider. */
const iconMax = 64

const isPictureSized = (width: number, height: number) => Math.min(width, height) > iconMax

const isLargeBox = (element: Element) => {
  const { width, height } = boxOf(element)
  return isPictureSized(width, height)
}

/** Whether an element is an image that is no icon, or cannot be read because its content is in a closed shadow tree. */
const isPicture = (element: Element): boolean => {
  const { localName, shadowRoot, firstChild } = treeOf(element)
  const isClosed = localName.includes('-') && shadowRoot === null && firstChild === null
  if (isClosed) return boxOf(element).height > 0
  return matches(element, 'img, picture, svg') && isLargeBox(element)
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
  const isPhoto =
    showsImage(backgroundImage) && isPictureSized(Number.parseFloat(width), Number.parseFloat(height))
  return { text: text.trim(), hasPicture: !isRead || isPhoto }
}

/** The content that the styles of an element show: the texts before and after its content, and pictures. */
const readStyles = (element: Element): Styled => {
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
