/** Splits the text of a list; pieces are trimmed and empty ones dropped. `selector` is a comma outside brackets and quotes. */
export const splitList = (text: string, separator: ',' | ';' | 'selector'): string[] => {
  const pieces = separator === 'selector' ? splitSelectors(text) : text.split(separator)
  return pieces.map((piece) => piece.replace(/^[ \t]+|[ \t]+$/g, '')).filter((piece) => piece !== '')
}

const splitSelectors = (text: string): string[] => {
  const pieces: string[] = []
  let start = 0
  let nesting: Nesting = { depth: 0, quote: '' }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === ',' && nesting.depth === 0 && nesting.quote === '') {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
    if (character === '\\') at += 1
    else nesting = nest(nesting, character)
  }
  return [...pieces, text.slice(start)]
}

interface Nesting {
  depth: number
  /** The quotation mark that is open, or nothing. */
  quote: string
}

const nest = ({ depth, quote }: Nesting, character: string): Nesting => {
  if (quote !== '') return { depth, quote: character === quote ? '' : quote }
  if (character === '"' || character === "'") return { depth, quote: character }
  if (character === '(' || character === '[') return { depth: depth + 1, quote }
  const isClosing = character === ')' || character === ']'
  return { depth: isClosing ? Math.max(0, depth - 1) : depth, quote }
}
