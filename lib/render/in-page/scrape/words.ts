/** Words, and characters of scripts that do not separate words. */
const pattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

const countWords = (text: string): number => text.match(pattern)?.length ?? 0

/** Counts the words of an element. Those of adjacent blocks have no white space between them. */
export const wordsIn = (element: Element): number => {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let words = 0
  while (texts.nextNode()) words += countWords(texts.currentNode.textContent ?? '')
  return words
}
