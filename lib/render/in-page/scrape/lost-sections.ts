/// <reference lib="dom" />
import { indexOf, marksOf } from './marks.ts'

const headings = 'h1, h2, h3, h4, h5, h6'

/**
 * Puts back sections that Readability has removed for their links although it has kept the section before or after them.
 * A section is an element that begins with a heading; its neighbors have the same class and the same level of heading.
 */
export const restoreSections = (page: Document, content: Element): void => {
  const marks = marksOf(content)
  const isKept = (element: Element | null) => element !== null && marks.has(indexOf(element))
  for (const section of [...page.querySelectorAll('section, div, article')].filter(beginsWithHeading)) {
    if (isKept(section) || isKept(section.firstElementChild)) continue
    const before = section.previousElementSibling
    const after = section.nextElementSibling
    if (isKept(before) && isAlike(section, before)) insert(section, 'afterend', before)
    else if (isKept(after) && isAlike(section, after)) insert(section, 'beforebegin', after)
  }

  function insert(section: Element, position: InsertPosition, sibling: Element | null) {
    const copy = section.cloneNode(true) as Element
    if (sibling) marks.get(indexOf(sibling))?.insertAdjacentElement(position, copy)
    marks.set(indexOf(section), copy)
  }
}

const beginsWithHeading = ({ firstElementChild }: Element) => firstElementChild?.matches(headings) === true

const isAlike = (section: Element, other: Element | null) =>
  section.localName === other?.localName &&
  section.className === other.className &&
  section.firstElementChild?.localName === other.firstElementChild?.localName
