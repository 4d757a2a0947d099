import { type LabelWord, type Meanings, meaningsIn, meaningsOf, plain } from './words.ts'

/**
 * What a button or link of a notice does. `decline` also allows what is necessary. `understood` closes the notice without a choice.
 * `info` leads to a policy, `link` to something that its label does not name. `other` is not part of a consent dialog.
 */
export type LabelKind =
  | 'decline'
  | 'accept'
  | 'settings'
  | 'save'
  | 'understood'
  | 'close'
  | 'info'
  | 'link'
  | 'other'

const wordsMax = 14

const charactersMax = 100

/** Scripts whose words are separated by spaces and have no prefixes. */
const isSpaced = (label: string) =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N} ]*$/u.test(label)

const readMeanings = (label: string): { words: readonly Meanings[]; unknown: number } => {
  if (isSpaced(label)) {
    const words = label.split(' ').map(meaningsOf)
    return { words, unknown: words.filter(({ size }) => size === 0).length }
  }
  const found = meaningsIn(label)
  // These scripts deny by a part of the word that means consent.
  const said = found.includes('reject') ? found.filter((meaning) => meaning !== 'accept') : found
  return { words: said.map((meaning) => new Set([meaning])), unknown: said.length === 0 ? 1 : 0 }
}

/** Returns what a label does, in any of the languages of the folder `words`. */
export const kindOfLabel = (label: string, isLink = false): LabelKind => {
  if (label.length > charactersMax) return 'other'
  const text = plain(label).replaceAll('opt out', 'optout')
  // A cross, or an icon without a name.
  if (text === '') return 'close'
  const { words, unknown } = readMeanings(text)
  if (words.length > wordsMax) return 'other'
  // "No, reject them"
  const isAnswer =
    words[0]?.has('not') &&
    words.some((word) => word.has('reject')) &&
    /^\p{L}{1,6}[,;.!]/u.test(label.trim())
  const kind = kindOfMeanings(joinNegations(isAnswer ? words.slice(1) : words))
  if (unknown === 0) return isLink && kind === 'other' ? 'link' : kind
  // The name of a policy may contain any word.
  return isLink && kind === 'info' ? 'info' : 'other'
}

/** "Non-essential" is optional. */
const joinNegations = (words: readonly Meanings[]): readonly Meanings[] =>
  words.flatMap((word, index) => {
    const isNegated = words[index - 1]?.has('not') === true
    const isNegation = word.has('not') && words[index + 1]?.has('necessary') === true
    if (isNegation) return []
    return [isNegated && word.has('necessary') ? new Set<LabelWord>(['optional']) : word]
  })

interface Meant {
  words: readonly Meanings[]
  /** The position of the first word with this meaning, or -1. */
  at(meaning: LabelWord): number
  /** Whether one of the words has one of these meanings. */
  has(...meanings: LabelWord[]): boolean
}

const kindOfMeanings = (words: readonly Meanings[]): LabelKind => {
  const at = (meaning: LabelWord) => words.findIndex((word) => word.has(meaning))
  const meant: Meant = { words, at, has: (...meanings) => meanings.some((meaning) => at(meaning) >= 0) }
  const { has } = meant
  if (isDeclining(meant)) return 'decline'
  // "Accept or reject", "do not reject"
  if (has('reject')) return has('settings', 'accept', 'selection') ? 'settings' : 'other'
  if (has('save') || (has('selection') && has('accept'))) return 'save'
  return kindOfChoice(meant)
}

const isDeclining = (meant: Meant): boolean => {
  const { has } = meant
  if (has('reject')) return isRejecting(meant)
  if (has('without')) return has('accept', 'consent', 'cookie', 'optional')
  if (isNecessary(meant)) return isNecessaryOnly(meant)
  return has('not') && (has('optional') || !has('settings', 'info', 'save'))
}

const isNecessary = ({ has }: Meant) => has('necessary') && !has('optional')

/** "Accept all necessary cookies", but not "accept all cookies, also those that are necessary" */
const isNecessaryOnly = ({ words, at, has }: Meant) =>
  !has('all') || words[at('all') + 1]?.has('necessary') === true

/** "Reject all", but not "do not reject", "settings or reject" and "accept or reject" */
const isRejecting = (meant: Meant) => {
  const { words, at, has } = meant
  if (words[at('reject') - 1]?.has('not') || (has('settings') && has('or'))) return false
  return !has('accept') || isNecessary(meant)
}

const kindOfChoice = ({ has }: Meant): LabelKind => {
  // "Accept all settings", but not "consent settings"
  if (has('accept', 'consent') && (has('all') || !has('settings'))) return 'accept'
  if (has('settings')) return 'settings'
  if (has('selection')) return has('info') ? 'info' : 'settings'
  if (has('info')) return 'info'
  if (has('all', 'yes')) return 'accept'
  if (has('understood')) return 'understood'
  if (has('close')) return 'close'
  return has('cookie') ? 'info' : 'other'
}
