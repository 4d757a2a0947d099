import { once } from '../once.ts'
import * as languages from './words/languages.ts'

/**
 * What a word in the label of a button or link says. A label with another word is unknown: "Accept" may end a consent dialog, "Accept offer"
 * does not.
 */
export type LabelWord = keyof typeof languages.en.labels

/** What a pattern in the text of an overlay says. `README.md` describes them. */
type TextWord = keyof typeof languages.en.texts

/** The words of a language, in a file of the folder `words`. */
interface Language {
  /** Words of labels, separated by spaces. A star stands for every ending. */
  labels?: Partial<Record<LabelWord, string>>
  /** Patterns of parts of labels, in scripts without spaces between words, or with prefixes. */
  parts?: Partial<Record<LabelWord, string>>
  /** Patterns of texts in lower case. */
  texts?: Partial<Record<TextWord, readonly string[]>>
  /** How sentences are read: how a site speaks of itself, and where clauses begin. */
  reading?: typeof languages.en.reading
}

const all: readonly Language[] = Object.values(languages)

/** Returns the pattern of what has one of these meanings, in all languages. */
export const textPattern = (...meanings: TextWord[]): string =>
  all.flatMap(({ texts }) => meanings.flatMap((meaning) => texts?.[meaning] ?? [])).join('|')

export const readings = () => all.flatMap(({ reading }) => reading ?? [])

/** Lower case without accents and punctuation, for labels and for the words that they are compared with. */
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

export type Meanings = ReadonlySet<LabelWord>

const entriesOf = (lists: Partial<Record<LabelWord, string>> = {}) =>
  Object.entries(lists) as [LabelWord, string][]

const readLabels = () => {
  const words = new Map<string, Set<LabelWord>>()
  for (const { labels } of all)
    for (const [meaning, list] of entriesOf(labels))
      for (const word of plain(list).split(' ')) words.set(word, (words.get(word) ?? new Set()).add(meaning))
  return words
}

const labelWords = once(readLabels)

const stemMin = 3

const none: Meanings = new Set()

/** Returns what a word may mean. An exact word counts before a beginning, and a longer beginning before a shorter one. */
export const meaningsOf = (word: string): Meanings => {
  const words = labelWords()
  let found = words.get(word)
  for (let length = word.length; !found && length >= stemMin; length--)
    found = words.get(`${word.slice(0, length)}*`)
  return found ?? none
}

const labelParts = once(() =>
  all.flatMap(({ parts }) =>
    entriesOf(parts).map(([meaning, pattern]) => [meaning, new RegExp(pattern)] as const),
  ),
)

/** Returns what parts of a label may mean, whatever is between them. */
export const meaningsIn = (label: string): LabelWord[] =>
  labelParts()
    .filter(([, pattern]) => pattern.test(label))
    .map(([meaning]) => meaning)
