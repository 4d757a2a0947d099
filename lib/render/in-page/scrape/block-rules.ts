import { toFence, toInlineCode } from './code-span.ts'
import { emphasize, withoutMarks } from './emphasis.ts'
import { toOneLine } from './lines.ts'
import { perName, type Rules } from './rules.ts'
import { isInTable } from './tables.ts'

export const blockRules: Rules = {
  ...perName('h1 h2 h3 h4 h5 h6', (content, heading) => toHeading(toOneLine(content), heading)),
  p: (content) => `\n\n${content}\n\n`,
  hr: () => '\n\n---\n\n',
  blockquote: (content) => `\n\n${content.replace(/^\n+/, '').trimEnd().replace(/^/gm, '> ')}\n\n`,
  li: (content, item) => toItem(content, item),
  ...perName('ul ol', (content, list) => toList(content, list)),
  pre: (_content, pre) => toCodeBlock(pre),
  ...perName('dt summary', (content) => toTerm(content.trim())),
  dd: (content) => (content.trim() === '' ? '' : `\n\n: ${indent(content.trim(), 2)}\n\n`),
}

const toTerm = (content: string): string => {
  if (content === '') return ''
  return `\n\n${/^#{1,6} /.test(content) ? content : emphasize(content, 'strong')}\n\n`
}

const indent = (text: string, width: number) => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)

/** A cell cannot contain a heading. */
const toHeading = (text: string, heading: Element): string => {
  if (text === '') return ''
  const mark = isInTable(heading) ? '' : `${'#'.repeat(Number(heading.localName.charAt(1)))} `
  return `\n\n${mark}${mark === '' ? emphasize(text, 'strong') : escapeEnd(text)}\n\n`
}

/** Number signs at the end of a heading are no text: https://spec.commonmark.org/0.31.2/#atx-headings */
const escapeEnd = (text: string) => text.replace(/(?<=\s)(?=#+$)/, '\\')

/** A list at the end of an item needs no blank line. */
const toList = (content: string, list: Element): string => {
  const isLast = list.parentElement?.localName === 'li' && !hasTextAfter(list)
  return isLast ? `\n${content}` : `\n\n${content}\n\n`
}

const hasTextAfter = ({ nextSibling }: Element): boolean =>
  nextSibling !== null && (nextSibling.nextSibling !== null || nextSibling.textContent?.trim() !== '')

/** Indents by the width of the marker, because the content of an item begins where its text does. */
const toItem = (content: string, item: Element): string => {
  const isOrdered = item.parentElement?.closest('ul, ol')?.localName === 'ol'
  const marker = isOrdered ? `${item.getAttribute('value')}. ` : '- '
  const text = content.trim()
  return `${marker}${indent(text, marker.length)}${item.nextElementSibling ? '\n' : ''}`
}

const toCodeBlock = (pre: Element): string => {
  const text = withoutMarks(pre.textContent ?? '')
    .replace(/^\n+/, '')
    .trimEnd()
  if (text === '') return ''
  const lines = isInTable(pre) ? text.split('\n').map(toInlineCode).join('\n') : undefined
  return `\n\n${lines ?? toFence(text, pre.getAttribute('data-language') ?? '')}\n\n`
}
