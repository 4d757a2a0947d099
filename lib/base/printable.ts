/** How many characters of a name a message shows. */
export const nameShownMax = 60

/** Truncates text and removes characters that could disturb a log or a terminal. */
export const printable = (text: string, lengthMax: number): string => {
  const cut = text.length > lengthMax ? `${text.slice(0, lengthMax).toWellFormed()}...` : text.toWellFormed()
  return cut.replace(/\p{C}/gu, '?')
}
