/** Lower case without accents and punctuation, for texts and for the words that they are compared with. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}*]+/gu, ' ')
    .trim()

const stemMin = 3

/** Returns what a word may mean. An exact word counts before a beginning, and a longer beginning before a shorter one. */
export type Vocabulary<Meaning> = (word: string) => ReadonlySet<Meaning>

/** Reads lists of words for each meaning, separated by spaces. A star stands for every ending. Takes some milliseconds. */
export const readVocabulary = <Meaning extends string>(
  lists: Readonly<Record<Meaning, string>>,
): Vocabulary<Meaning> => {
  const exact = new Map<string, Set<Meaning>>()
  const stems = new Map<string, Set<Meaning>>()
  for (const [meaning, words] of Object.entries<string>(lists))
    for (const word of plain(words).split(/\s+/)) {
      const isStem = word.endsWith('*')
      const list = isStem ? stems : exact
      const key = isStem ? word.slice(0, -1) : word
      list.set(key, (list.get(key) ?? new Set()).add(meaning as Meaning))
    }
  return (word) => {
    const found = exact.get(word)
    if (found) return found
    for (let length = word.length; length >= stemMin; length--) {
      const stem = stems.get(word.slice(0, length))
      if (stem) return stem
    }
    return new Set()
  }
}
