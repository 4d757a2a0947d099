/// <reference lib="dom" />
import type TurndownService from 'turndown'
import { toOneLine } from './lines.ts'
import { isInTable } from './tables.ts'

export const addBlockRules = (converter: TurndownService) => {
  converter.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) => {
      const text = toOneLine(content)
      return text === '' ? '' : `\n\n${'#'.repeat(Number(nodeName.charAt(1)))} ${text}\n\n`
    },
  })
  const numbers = createNumbers()
  converter.addRule('item', {
    filter: 'li',
    replacement: (content, node) => toItem(content, node as Element, numbers),
  })
  converter.addRule('code', {
    filter: 'pre',
    replacement: (_content, node) => toFence(node as Element),
  })
  converter.addRule('term', {
    filter: ['dt', 'summary'],
    replacement: (content) => (content.trim() === '' ? '' : `\n\n**${content.trim()}**\n\n`),
  })
  converter.addRule('definition', {
    filter: 'dd',
    replacement: (content) => (content.trim() === '' ? '' : `\n\n: ${indent(content.trim(), 2)}\n\n`),
  })
}

const indent = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

/** Indents by the width of the marker, because the content of an item begins where its text does. */
const toItem = (content: string, item: Element, numbers: (item: Element) => number): string => {
  const isOrdered = item.parentElement?.localName === 'ol'
  const marker = isOrdered ? `${numbers(item)}. ` : '- '
  const text = content.trim()
  return `${marker}${indent(text, marker.length)}${item.nextElementSibling ? '\n' : ''}`
}

/** Returns the number of an item from that of its predecessor. Counting from the first item each time takes minutes for a long list. */
const createNumbers = () => {
  const known = new Map<Element, number>()
  return (item: Element): number => {
    const previous = item.previousElementSibling
    const follows = previous ? (known.get(previous) ?? 0) + 1 : numberIn(item.parentElement, 'start', 1)
    const number = Math.max(0, numberIn(item, 'value', follows))
    known.set(item, number)
    return number
  }
}

const numberIn = (element: Element | null, attribute: string, otherwise: number): number => {
  const number = Number.parseInt(element?.getAttribute(attribute) ?? '', 10)
  return Number.isNaN(number) ? otherwise : number
}

const toFence = (pre: Element): string => {
  const text = (pre.textContent ?? '').replace(/^\n+/, '').trimEnd()
  if (text === '') return ''
  if (isInTable(pre)) return `\n\n${text.split('\n').map(toInlineCode).join('\n')}\n\n`
  const fence = longerThanIn(text, 2)
  return `\n\n${fence}${pre.getAttribute('data-language') ?? ''}\n${text}\n${fence}\n\n`
}

/** A table cell cannot contain a fence. */
const toInlineCode = (line: string): string => {
  if (line.trim() === '') return ''
  const mark = longerThanIn(line, 0)
  const space = /^`|`$/.test(line) ? ' ' : ''
  return `${mark}${space}${line}${space}${mark}`
}

/** Returns a run of backticks that is longer than any in the text. */
const longerThanIn = (text: string, lengthMin: number): string => {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(runs.reduce((length, run) => Math.max(length, run.length), lengthMin) + 1)
}
