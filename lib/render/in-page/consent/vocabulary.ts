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

/** Reads lists of words for each meaning, as `plain` returns them, separated by spaces. A star stands for every ending. */
export const readVocabulary = <Meaning extends string>(
  lists: Readonly<Record<Meaning, string>>,
): Vocabulary<Meaning> => {
  const exact = new Map<string, ReadonlySet<Meaning>>()
  const stems = new Map<string, ReadonlySet<Meaning>>()
  for (const [name, words] of Object.entries<string>(lists)) {
    const meaning = name as Meaning
    // Most words have one meaning, and a set for each of thousands takes longer than all else.
    const only: ReadonlySet<Meaning> = new Set([meaning])
    for (const word of words.split(/\s+/)) {
      const isStem = word.endsWith('*')
      const list = isStem ? stems : exact
      const key = isStem ? word.slice(0, -1) : word
      const others = list.get(key)
      list.set(key, others ? new Set([...others, meaning]) : only)
    }
  }
  const unknown: ReadonlySet<Meaning> = new Set()
  return (word) => {
    const found = exact.get(word)
    if (found) return found
    for (let length = word.length; length >= stemMin; length--) {
      const stem = stems.get(word.slice(0, length))
      if (stem) return stem
    }
    return unknown
  }
}
