/** Returns an address in the form that a link or image of Markdown has in brackets. */
export const toDestination = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address

/** Returns the title of a link or image, after a space, or an empty string. */
export const toTitle = (element: Element): string => {
  const title = toOneLine(element.getAttribute('title') ?? '')
  return title === '' ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`
}

/** Returns the lines that are not blank, trimmed. A pattern around a line break takes quadratic time for long blanks. */
export const toOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
