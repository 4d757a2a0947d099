const content = 'img[alt]:not([alt=""]), img[src]:not([src=""]), input, hr, math'

/** Removes list items without content, and lists that become empty. The other items keep their numbers. */
export const pruneLists = (root: Element): void => {
  // Inner items come first, because an outer item may become empty.
  for (const list of [...root.querySelectorAll('ul, ol')].reverse()) {
    const items = [...list.children].filter(({ localName }) => localName === 'li')
    const empty = new Set(items.filter(isEmpty))
    if (empty.size > 0 && list.localName === 'ol') keepNumbers(list, items)
    for (const item of empty) item.remove()
    if (isEmpty(list)) list.remove()
  }
}

const isEmpty = (element: Element): boolean =>
  (element.textContent ?? '').trim() === '' && element.querySelector(content) === null

const keepNumbers = (list: Element, items: readonly Element[]) => {
  let number = Number.parseInt(list.getAttribute('start') ?? '', 10)
  if (Number.isNaN(number)) number = 1
  for (const item of items) {
    const stated = Number.parseInt(item.getAttribute('value') ?? '', 10)
    if (!Number.isNaN(stated)) number = stated
    item.setAttribute('value', String(number++))
  }
}
