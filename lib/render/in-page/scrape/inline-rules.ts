/// <reference lib="dom" />
import type TurndownService from 'turndown'
import { toOneLine } from './lines.ts'

export const addInlineRules = (converter: TurndownService) => {
  converter.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => toLink(content, node as Element),
  })
  converter.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => toImage(node as Element),
  })
  converter.addRule('strike', {
    filter: ['del', 's', 'strike' as 's'],
    replacement: (content) => wrap(content, '~~'),
  })
  converter.addRule('strong', { filter: ['strong', 'b'], replacement: (content) => wrap(content, '**') })
  converter.addRule('emphasis', {
    filter: ['em', 'i'],
    replacement: (content, node) => wrap(content, isPartOfWord(node) ? '*' : '_'),
  })
  converter.addRule('quotation', { filter: 'q', replacement: (content) => `“${content}”` })
  converter.addRule('task', {
    filter: 'input',
    replacement: (_content, node) => toTask(node as Element),
  })
}

const toTask = (box: Element): string => {
  const space = /^\s/.test(box.nextSibling?.textContent ?? '') ? '' : ' '
  return `[${box.hasAttribute('checked') ? 'x' : ' '}]${space}`
}

/** Underscores within a word are letters (https://github.github.com/gfm/#emphasis-and-strong-emphasis). */
const isPartOfWord = ({ previousSibling, nextSibling }: Node) =>
  /[\p{L}\p{N}]$/u.test(previousSibling?.textContent ?? '') ||
  /^[\p{L}\p{N}]/u.test(nextSibling?.textContent ?? '')

/** Emphasis cannot span a blank line. */
const wrap = (content: string, mark: string) =>
  content.trim() === '' || content.includes('\n\n') ? content : `${mark}${content}${mark}`

const toLink = (content: string, link: Element): string => {
  const text = toOneLine(content)
  const address = link.getAttribute('href') ?? ''
  if (text === '' || /^(javascript|data|vbscript):/i.test(address)) return text
  return `[${text}](${toDestination(address)}${toTitle(link)})`
}

const toImage = (image: Element): string => {
  const text = toOneLine((image.getAttribute('alt') ?? '').replace(/[\\[\]`*_<]/g, '\\$&'))
  const address = image.getAttribute('src') ?? ''
  return address === '' ? text : `![${text}](${toDestination(address)}${toTitle(image)})`
}

const toDestination = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address

const toTitle = (element: Element): string => {
  const title = toOneLine(element.getAttribute('title') ?? '')
  return title === '' ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`
}
