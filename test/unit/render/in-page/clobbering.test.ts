import { expect, test } from 'vitest'
import { findFormAccess } from '../../../support/render/form-access.ts'

/** Of `scrape/`, these files read the page. The others see the flattened copy of it, which has no forms. */
const scrapeReaders = [
  ...[
    'addresses',
    'code-language',
    'flatten',
    'math',
    'math-element',
    'math-tex',
    'content',
    'page-text',
    'select',
  ],
  ...[
    'selection',
    'visibility',
    'code-bars',
    'code-block',
    'code-lines',
    'code-parts',
    'shown-children',
    ...[
      'clone',
      'copies',
      'gaps',
      'image-address',
      'permalinks',
      'place',
      'roles',
      'reveal',
      'walk-special',
      'walk-table',
    ],
  ],
]

const exempt = [
  new RegExp(`^scrape/(?!(${scrapeReaders.join('|')})\\.ts:)`),
  /^scrape\/(content|clone|flatten|math-element|walk-table)\.ts: (article|clone|copy|into|math|part|place\.target|target)\b/,
  /^dom\.ts:/,
]

const sample = `
import { unclobbered } from './dom.ts'
export const sample = (element: Element, image: HTMLImageElement, node: Node | null, either: HTMLElement | SVGElement) => {
  for (const { className } of document.querySelectorAll('div')) className
  for (const { classList } of document.querySelectorAll('*')) classList
  const { tagName } = element
  return [
    element.localName,
    node?.parentNode,
    either['style'],
    [...document.querySelectorAll('*')].map(({ id }) => id),
    document.body.lang,
    image.src,
    document.title,
    unclobbered(element).localName,
  ]
}
`

test('functions that run in a page read no member directly from what may be a form', () => {
  const found = findFormAccess({ 'sample.ts': sample }).filter(
    (access) => !exempt.some((pattern) => pattern.test(access)),
  )
  expect(found.filter((access) => access.startsWith('sample.ts'))).toEqual([
    'sample.ts: { classList }',
    'sample.ts: { tagName }',
    'sample.ts: element.localName',
    'sample.ts: node?.parentNode',
    "sample.ts: either['style']",
    'sample.ts: { id }',
    'sample.ts: document.body.lang',
  ])
  expect(found.filter((access) => !access.startsWith('sample.ts'))).toEqual([])
})
