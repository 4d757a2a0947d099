import {
  attributeOf,
  boxOf,
  checkVisibility,
  contains,
  nameOf,
  rootOf,
  rootsInFrames,
  sizesOf,
  treeOf,
  unclobbered,
} from './dom.ts'
import { state } from './state.ts'

/** Where an element is, in CSS pixels of the viewport. */
export interface Target {
  /** The center of the element. */
  x: number
  y: number
  /** The top left corner of the element, which tells whether it moves. */
  left: number
  top: number
  /** Another element receives a click there, or the point is outside the viewport. */
  isCovered: boolean
  /** Covered by a view transition in progress. */
  isChanging: boolean
}

/**
 * Finds the first match that has a box, also in open shadow roots and in frames of the same origin, scrolls it into view, and remembers
 * it for the functions that act on it. Returns null if none exists.
 *
 * @param options how it scrolls, and whether `visibility: hidden` excludes an element
 */
export const findTarget = (
  selector: string,
  options: { behavior: 'instant' | 'smooth'; block: 'nearest' | 'center'; excludesHidden: boolean },
): Target | null => {
  const isOnTop = (element: Element, x: number, y: number): boolean => {
    const root = rootOf(element)
    if (!('elementFromPoint' in root)) return false
    const hit = (root as Document | ShadowRoot).elementFromPoint(x, y)
    if (hit === null || !contains(element, hit)) return false
    return 'host' in root ? isOnTop((root as ShadowRoot).host, x, y) : true
  }
  const changes = (element: Element) => Boolean(treeOf(element).ownerDocument.activeViewTransition)
  const element = visibleMatch(selector, options.excludesHidden)
  state.target = element
  if (!element) return null
  const members = unclobbered(element)
  // The beginning of an element that is taller than the viewport matters most.
  const isTall = members.getBoundingClientRect().height > innerHeight
  const block = options.block === 'center' && isTall ? 'start' : options.block
  members.scrollIntoView({ block, inline: 'nearest', behavior: options.behavior })
  const box = members.getClientRects()[0] ?? members.getBoundingClientRect()
  let [left, top] = [box.x, box.y]
  let [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  let isCovered = !isOnTop(element, x, y)
  let isChanging = isCovered && changes(element)
  for (
    let frame = members.ownerDocument.defaultView?.frameElement;
    frame;
    frame = treeOf(frame).ownerDocument.defaultView?.frameElement
  ) {
    const { clientLeft, clientTop } = sizesOf(frame)
    const outer = boxOf(frame)
    const offset = { x: outer.x + clientLeft, y: outer.y + clientTop }
    ;[left, top, x, y] = [left + offset.x, top + offset.y, x + offset.x, y + offset.y]
    const isFrameCovered = !isOnTop(frame, x, y)
    isCovered ||= isFrameCovered
    isChanging ||= isFrameCovered && changes(frame)
  }
  return { x, y, left, top, isCovered, isChanging }
}

/** Returns whether an element matches that is visible, also in open shadow roots and in frames of the same origin. */
export const hasVisible = (selector: string, excludesHidden: boolean): boolean =>
  visibleMatch(selector, excludesHidden) !== undefined

/** The first match that has a box, in the document, its open shadow trees and its frames of the same origin. */
const visibleMatch = (selector: string, excludesHidden: boolean): Element | undefined => {
  for (const root of rootsInFrames()) {
    const match = [...root.querySelectorAll(selector)].find((element) =>
      checkVisibility(element, { visibilityProperty: excludesHidden }),
    )
    if (match) return match
  }
  return undefined
}

const controlOf = (element: Element): Element =>
  (nameOf(element) === 'label' ? (element as HTMLLabelElement).control : null) ?? element

/** Clicks the remembered element by script, because another one covers it. */
export const clickTarget = (): void => {
  const { target } = state
  if (!target) return
  const members = unclobbered(target as HTMLElement)
  // An element of SVG has no such method.
  if (typeof members.click === 'function') members.click()
  else members.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
}

/** Gives the remembered element the focus, with the caret at its end. Returns whether it accepts text. */
export const focusTarget = (): boolean => {
  const { target } = state
  if (!target) return false
  const element = controlOf(target) as HTMLElement
  const activeIn = (root: DocumentOrShadowRoot): Element | null => {
    const { activeElement } = root
    const inner = activeElement && treeOf(activeElement).shadowRoot
    return inner ? activeIn(inner) : activeElement
  }
  const document = treeOf(element).ownerDocument
  let active = activeIn(document)
  // A component moves the focus to its own field when it is clicked.
  if (!active || !contains(element, active)) {
    unclobbered(element).focus()
    active = activeIn(document)
  }
  if (!active) return false
  const field = active as HTMLInputElement
  if (unclobbered(field).isContentEditable) {
    document.getSelection()?.selectAllChildren(field)
    document.getSelection()?.collapseToEnd()
    return true
  }
  if (field.localName !== 'input' && field.localName !== 'textarea') return false
  try {
    field.setSelectionRange(field.value.length, field.value.length)
  } catch {
    // Fields such as dates and numbers have no caret.
  }
  return (
    !field.readOnly &&
    !field.disabled &&
    !/^(button|checkbox|color|file|image|radio|range|reset|submit)$/.test(field.type)
  )
}

/** Selects an option of the remembered element by its value or its text. Returns what prevents it, or null. */
export const selectOption = (wanted: string): string | null => {
  const { target } = state
  if (!target || nameOf(target) !== 'select') return 'the element is not a `select`'
  const select = target as HTMLSelectElement
  const options = [...select.options]
  const option =
    options.find(({ value }) => value === wanted) ??
    options.find(({ label }) => label.trim() === wanted.trim())
  if (!option) return 'the `select` has no such option'
  if (select.disabled || option.disabled) return 'the option is disabled'
  select.focus()
  option.selected = true
  for (const type of ['input', 'change'])
    select.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
  return null
}

/** Returns whether the remembered element is checked, or null if it cannot be. */
export const readChecked = (): boolean | null => {
  const { target } = state
  if (!target) return null
  const element = controlOf(target)
  if (nameOf(element) === 'input' && /^(checkbox|radio)$/.test((element as HTMLInputElement).type))
    return (element as HTMLInputElement).checked
  const aria = attributeOf(element, 'aria-checked')
  const role = (attributeOf(element, 'role') ?? '').trim().split(/\s+/)[0] ?? ''
  // Without the attribute, an element with such a role is not checked.
  const canBeChecked = /^(checkbox|menuitemcheckbox|menuitemradio|option|radio|switch|treeitem)$/i.test(role)
  return aria === null && !canBeChecked ? null : aria === 'true'
}
