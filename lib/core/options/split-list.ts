import { trimBlank } from '../../schema/http-text.ts'

/**
 * Splits a string into array items, which are trimmed. Empty ones are dropped. `selector` is a comma outside brackets and quotes.
 * Stops after `piecesMax` items, because an array that is too long is rejected anyway.
 */
export const splitList = (text: string, separator: ',' | ';' | 'selector', piecesMax: number): string[] => {
  const pieces: string[] = []
  const ends = separator === 'selector' ? selectorEnds(text) : separatorEnds(text, separator)
  let start = 0
  for (const end of ends) {
    const piece = trimBlank(text.slice(start, end))
    if (piece !== '') pieces.push(piece)
    if (pieces.length >= piecesMax) break
    start = end + 1
  }
  return pieces
}

function* separatorEnds(text: string, separator: string): Generator<number> {
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) yield at
  yield text.length
}

function* selectorEnds(text: string): Generator<number> {
  let nesting: Nesting = { depth: 0, quote: '' }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === ',' && nesting.depth === 0 && nesting.quote === '') yield at
    if (character === '\\') at += 1
    else nesting = nest(nesting, character)
  }
  yield text.length
}

interface Nesting {
  depth: number
  /** The open quotation mark, or an empty string. */
  quote: string
}

const nest = ({ depth, quote }: Nesting, character: string): Nesting => {
  if (quote !== '') return { depth, quote: character === quote ? '' : quote }
  if (character === '"' || character === "'") return { depth, quote: character }
  if (character === '(' || character === '[') return { depth: depth + 1, quote }
  const isClosing = character === ')' || character === ']'
  return { depth: isClosing ? Math.max(0, depth - 1) : depth, quote }
}
