/**
 * Parses JSON-LD with the faults that search engines tolerate: comment marks around it, line breaks in strings, needless commas, a
 * semicolon at the end, escaped quotation marks. Throws SyntaxError if it is not valid otherwise.
 */
export const parseJsonLd = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(repair(/^\s*[{[]\s*&quot;/.test(text) ? unescapeQuotes(text) : text))
  }
}

/** Templates escape a script like text. */
const unescapeQuotes = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const repair = (text: string): string => {
  const tokens: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = tokenEnd(text, start)
    const token = text.slice(start, end)
    if (token.startsWith('"')) tokens.push(repairString(token))
    else if (!isSkipped(token)) tokens.push(token)
    start = end
  }
  return tokens.filter((token, index) => !isNeedless(token, tokens[index + 1])).join('')
}

/** Comments, and marks that hid a script from old browsers. */
const marks = ['<!--', '-->', '<![CDATA[', ']]>']

const isSkipped = (token: string) =>
  token.trim() === '' || token === '\ufeff' || /^\/[/*]/.test(token) || marks.includes(token)

const tokenEnd = (text: string, start: number): number => {
  if (text[start] === '"') return stringEnd(text, start)
  if (text.startsWith('/*', start)) return after(text, '*/', start)
  if (text.startsWith('//', start)) return after(text, '\n', start)
  return start + (marks.find((mark) => text.startsWith(mark, start)) ?? ' ').length
}

const after = (text: string, mark: string, start: number): number => {
  const index = text.indexOf(mark, start)
  return index < 0 ? text.length : index + mark.length
}

const stringEnd = (text: string, start: number): number => {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return Math.min(index + 1, text.length)
}

/** JSON permits no control characters in strings, and few escapes. */
const repairString = (token: string): string =>
  token
    .replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))
    .replace(/\\[^"\\/bfnrtu]/g, (pair) => pair.slice(1))

const isNeedless = (token: string, next: string | undefined): boolean =>
  (token === ';' && next === undefined) || (token === ',' && next !== undefined && '}],'.includes(next))
