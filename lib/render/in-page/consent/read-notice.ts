import { attributeOf, boxOf, firstIn, matches, treeOf, unclobbered } from '../dom.ts'
import { walkRendered } from '../rendered.ts'
import type { NoticeControl, NoticeFacts } from './notice.ts'
import { hasOnlyHeading, isOnlyContent, isPartOfContent, isTopic, toggles } from './page-around.ts'
import { plain } from './vocabulary.ts'

export interface Control extends NoticeControl {
  element: HTMLElement
  isDisabled: boolean
}

interface Toggle {
  element: HTMLElement
  isOn: boolean
  isDisabled: boolean
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
  'main, nav, video, audio, canvas, iframe, object, embed, table, [role=main], [role=navigation], [role=search]'
const dialogs = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'

/** A button whose element says nothing shows it by its pointer. */
const clickableLabelMax = 60

/** A notice is shorter. */
const textMax = 8000

const isDisabled = (element: Element) => matches(element, ':disabled, [disabled], [aria-disabled=true]')

/** Reads an overlay. */
export const readNotice = (element: HTMLElement): Notice => {
  const read = createReading(element)
  walkRendered(element, read.visitor)
  const { prose, controls, toggles: switches, found } = read
  return {
    element,
    prose: prose(),
    controls,
    toggles: switches,
    host: location.hostname,
    ...found,
    hasContent: found.hasContent || hasOnlyHeading(element) || isPartOfContent(element),
    isHeader: matches(element, 'header, nav, [role=banner], [role=navigation]'),
    isOnlyContent: isOnlyContent(element),
    isPanel: isPanel(element),
    isTopic: isTopic(element),
  }
}

const createReading = (top: HTMLElement) => {
  let prose = ''
  const controls: Control[] = []
  const switches: Toggle[] = []
  const found = { hasPassword: false, hasField: false, hasContent: false }
  let control: Control | undefined
  const blocks = new Set<Element>()
  const note = (element: Element) => {
    if (matches(element, toggles)) switches.push(readToggle(element as HTMLElement))
    found.hasField ||= isField(element)
    found.hasPassword ||= matches(element, '[type=password]')
    found.hasContent ||=
      matches(element, contents) || (element !== top && matches(element, 'article')) || isPicture(element)
    const styles = readStyles(element)
    found.hasContent ||= styles.hasPicture
    if (control) control.label += nameOfImage(element) + styles.text
    else prose += textOfImage(element) + (styles.text === '' ? '' : `\n${styles.text}\n`)
  }
  return {
    prose: () => prose,
    controls,
    toggles: switches,
    found,
    visitor: {
      enter(element: Element, display: string) {
        if (!display.startsWith('inline') && !control) {
          blocks.add(element)
          prose += '\n'
        }
        if (!control && isControl(element)) {
          control = readControl(element as HTMLElement)
          prose += ' '
        }
        note(element)
        return true
      },
      leave(element: Element) {
        if (blocks.has(element)) prose += '\n'
        if (control?.element !== element) return
        controls.push({ ...control, label: nameOf(control) })
        control = undefined
      },
      text(data: string) {
        if (control) control.label += data
        // Line breaks in the source are spaces on the screen.
        else prose += data.replace(/\s+/g, ' ')
        return prose.length < textMax
      },
    },
  }
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
  isDisabled: isDisabled(element),
})

const isLink = (element: Element) => matches(element, 'a, [role=link]') && !matches(element, '[role=button]')

const isExternal = (element: Element) => {
  const { protocol, host } = unclobbered(element as HTMLAnchorElement)
  return matches(element, 'a[href]') && protocol.startsWith('http') && host !== location.host
}

const isControl = (element: Element) => {
  if (matches(element, toggles)) return false
  return matches(element, 'a') || matches(element, buttons) || isClickable(element)
}

const isClickable = (element: Element) => {
  const { parentElement, textContent } = unclobbered(element)
  if (getComputedStyle(element).cursor !== 'pointer' || matches(element, 'label, label *')) return false
  // The cursor is inherited.
  const isOwn = parentElement === null || getComputedStyle(parentElement).cursor !== 'pointer'
  const isSingle = firstIn(element, `a, ${buttons}, ${fields}`) === null
  return isOwn && isSingle && textContent.trim().length <= clickableLabelMax
}

const readControl = (element: HTMLElement): Control => ({
  element,
  label: matches(element, buttonInputs) ? ((element as HTMLInputElement).value ?? '') : '',
  isLink: isLink(element),
  isExternal: isExternal(element),
  isDisabled: isDisabled(element),
})

/** A symbol has its name in an attribute. */
const nameOf = ({ element, label }: Control) => {
  const attribute = (name: string) => attributeOf(element, name) ?? ''
  const isNamed = plain(label).replace(/^x$/, '') !== ''
  return isNamed ? label.trim() : attribute('aria-label') || attribute('title')
}

/** Descends through wrappers, such as the layer behind a dialog. */
const innermost = (element: Element): Element => {
  const { children } = treeOf(element)
  const [only] = children
  return only && children.length === 1 ? innermost(only) : element
}

const isPanel = (element: HTMLElement) => {
  if (matches(element, dialogs) || firstIn(element, dialogs)) return false
  const { width, height } = boxOf(innermost(element))
  return (width * height) / (innerWidth * innerHeight) > 0.5
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
