/// <reference lib="dom" />

/** Returns whether the visible text of the document contains a text, regardless of upper and lower case and of white space. */
export const hasText = (wanted: string): boolean => {
  const normalize = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  const { body } = document
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not shown
  return body !== null && normalize(unclobbered(body).innerText).includes(normalize(wanted))
}
