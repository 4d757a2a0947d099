import { once } from '../once.ts'
import { meaningsOf } from './label.ts'
import { sentenceWords } from './sentence-words.ts'
import { plain, readVocabulary } from './vocabulary.ts'

/** Shorter ones are headings and labels. */
const sentenceWordsMin = 3

/** In a sentence that names cookies, one word in ten may be unknown, such as the name of a tool, and one in four of a clause that does. */
const unknownShareMax = 0.1
const unknownShareMaxOfCookies = 0.25

const wordSet = (words: string) => new Set(words.split(/\s+/))

/** Words of what has happened. */
const pastWords =
  wordSet(`was were been had did denied failed lost stolen leaked wurde wurden war waren worden hatte hatten
  verweigert ete etait etaient refusee refuses refusees fue fueron sido denegado denegada stato stati stata negato negata
  werd geweigerd zostal zostala zostalo zostaly byl byla bylo byly foi foram negado negada`)

const notWords =
  wordSet(`not cannot never without nicht kein keine keinen keiner nie ohne pas aucun aucune jamais sans sin nunca
  non nessun nessuna senza niet geen nooit zonder nie bez nao sem`)

const conditions = wordSet('if unless wenn falls sofern si se caso als indien jesli jezeli')

const vocabulary = once(() => readVocabulary(sentenceWords))

const meaningOf = (word: string) => vocabulary()(word)

const greetings = new Set(
  'cookie cookies welcome willkommen bienvenue bienvenido bienvenidos bienvenida benvenuto benvenuti benvenuta welkom witamy'.split(
    ' ',
  ),
)

const places = new Set('on at to auf bei im in zu zum zur sur chez au op bij su na w em ao al'.split(' '))

const nameWordsMax = 3

/**
 * "Your data was shared without your consent", "Access denied". A notice says what its site does. What it says of cookies, and what follows
 * if visitors do not agree, may be negative.
 */
const isReport = (clauses: readonly string[][]) => {
  const words = clauses.flat()
  if (words.some((word) => pastWords.has(word))) return !words.some(isCookie)
  const isCondition = clauses.some(([first = '']) => conditions.has(first))
  return words.some((word) => notWords.has(word)) && !isCondition && !words.some(isCookie)
}

/** "Cookies on Example", "Welcome to Example" */
const isGreeting = (sentence: string) => {
  const [greeting = '', place = '', ...name] = sentence.trim().split(/\s+/)
  const isNamed = name.length > 0 && name.length <= nameWordsMax && /^\p{Lu}/u.test(name[0] ?? '')
  return greetings.has(plain(greeting)) && places.has(place) && isNamed
}

const clauseEnds = /[,:;()[\]"“”„«»–—•|]/u

const conjunctions = new Set(
  'and or but because while und oder aber weil et ou mais car y o pero porque e ed ma perche en of maar omdat i oraz lub ale bo mas'.split(
    ' ',
  ),
)

interface Clause {
  words: number
  unknown: number
  hasSubject: boolean
}

const readClause = (words: readonly string[], host: string): Clause => {
  const hasSubject = words.some(isSubject)
  if (words.some(isNews)) return { words: words.length, unknown: words.length, hasSubject }
  const unknown = words.filter((word, index) => !isKnown(word, words[index + 1] ?? '', host)).length
  const isTolerated = words.some(isCookie) && unknown <= words.length * unknownShareMaxOfCookies
  return { words: words.length, unknown: isTolerated ? 0 : unknown, hasSubject }
}

/** Splits a sentence where a second statement may begin. */
const clausesOf = (sentence: string): string[][] => {
  const parts: string[][] = [[]]
  for (const text of withoutDomains(sentence).split(clauseEnds)) {
    parts.push([])
    for (const word of plain(text).split(' ')) {
      if (word !== '') parts.at(-1)?.push(word)
      if (conjunctions.has(word)) parts.push([])
    }
  }
  return parts
}

const isNews = (word: string) => meaningOf(word).has('news')

const isCookie = (word: string) => /^(?:cookies?|ciasteczk|ciasteczek)/.test(word)

const isSubject = (word: string) => meaningOf(word).has('subject')

/** "example.com", but no e-mail address */
const isDomain = (word: string) => {
  const dot = word.lastIndexOf('.')
  return dot > 0 && !word.includes('@') && /^[a-z]{2,6}[,;:)]?$/.test(word.slice(dot + 1))
}

const withoutDomains = (sentence: string) =>
  sentence
    .split(/\s+/)
    .filter((word) => !isDomain(word))
    .join(' ')

const periods = new Set(
  'years months jahre monate ans mois anos meses anni mesi jaar maanden lat miesiecy'.split(' '),
)

/** "812 partners" and "6 months", but not "812 places". "Store and access information", but not "our store is closed" */
const isKnown = (word: string, next: string, host: string) => {
  // The words of labels are in more languages.
  if (/[^\p{Script=Latin}\p{N}\p{M}]/u.test(word)) return false
  if (word.length === 1 && !/\p{N}/u.test(word)) return true
  if (/^\p{N}+$/u.test(word)) return isSubject(next) || periods.has(next)
  if (/^stores?$/.test(word)) return isSubject(next) || conjunctions.has(next)
  return (
    meaningOf(word).size > 0 ||
    meaningsOf(word).size > 0 ||
    periods.has(word) ||
    conjunctions.has(word) ||
    (word.length >= sentenceWordsMin && host.includes(word))
  )
}

/**
 * Returns whether a sentence in one of the languages of `sentence-words.ts` is about consent and nothing else: it names the subject, and
 * its other words are words of such dialogs. "Our services are closed on Monday" has words that are not, although it speaks of services.
 */
export const isOnSubject = (sentence: string, host = ''): boolean => {
  if (isGreeting(sentence)) return true
  const clauses = clausesOf(sentence)
  if (isReport(clauses)) return false
  const read = clauses.map((words) => readClause(words, host))
  const sum = (count: (clause: Clause) => number) => read.reduce((total, clause) => total + count(clause), 0)
  const words = sum((clause) => clause.words)
  const unknown = sum((clause) => clause.unknown)
  if (words < sentenceWordsMin) return unknown === 0
  return (
    unknown <= (clauses.flat().some(isCookie) ? words * unknownShareMax : 0) &&
    read.some(({ hasSubject }) => hasSubject) &&
    read.every((clause) => clause.unknown === 0 || clause.hasSubject)
  )
}

/** Returns whether a label has only words of consent dialogs, or names their subject, as the name of a policy does. */
export const isKnownLabel = (label: string, host = ''): boolean =>
  clausesOf(label)
    .map((words) => readClause(words, host))
    .every(({ unknown, hasSubject }) => unknown === 0 || hasSubject)
