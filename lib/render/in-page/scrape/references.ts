import { toDestination, toTitle } from './destination.ts'
import { isEmpty } from './lists.ts'
import type { ScrapeOptions } from './outcome.ts'

export type Forms = Pick<ScrapeOptions, 'links' | 'images'>

/**
 * Leaves out the addresses of links or images, or replaces them by numbers. Returns the lines at the end of the Markdown that define the
 * numbers: https://spec.commonmark.org/0.31.2/#link-reference-definitions
 */
export const moveAddresses = (root: Element, { links, images }: Forms): string[] => {
  const numbers = new Map<string, number>()
  const move = (element: Element, form: Forms['links'], address: string) => {
    const isShownAsText = element.textContent === address && !element.hasAttribute('title')
    if (form === 'none' || (form === 'references' && isShownAsText))
      element.replaceWith(...contentAsText(element))
    else if (form === 'references' && !isEmpty(element)) {
      const target = `${toDestination(address)}${toTitle(element)}`
      const number = numbers.get(target) ?? numbers.size + 1
      numbers.set(target, number)
      element.setAttribute('data-reference', String(number))
    }
  }
  for (const link of root.querySelectorAll('a[href]')) move(link, links, link.getAttribute('href') ?? '')
  for (const image of root.querySelectorAll('img')) move(image, images, image.getAttribute('src') ?? '')
  const definitions = [...numbers].map(([target, number]) => `[${number}]: ${target}`)
  return definitions.length === 0 ? [] : ['', ...definitions]
}

const contentAsText = (element: Element): (Node | string)[] =>
  element.localName === 'img' ? [` ${element.getAttribute('alt') ?? ''} `] : [...element.childNodes]
