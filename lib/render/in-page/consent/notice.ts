import { once } from '../once.ts'
import { kindOfLabel, type LabelKind } from './label.ts'
import { meaningsOf, plain, readings, textPattern } from './words.ts'

export interface NoticeControl {
  label: string
  isLink: boolean
}

/** The content of an overlay, as far as it tells consent dialogs from everything else. */
export interface NoticeFacts {
  /** The text outside of links, buttons and fields. */
  prose: string
  /** The text with the links in it, a statement in each line. */
  text: string
  controls: readonly NoticeControl[]
  /** It has what no dialog has, such as fields, or is what none is, such as the header of the site. */
  isMore: boolean
}

/** `suspected`: it may be a consent dialog, but also something else. */
type Verdict = 'none' | 'suspected' | 'evident'

/** Beside links. Longer texts are read. */
const noticeWordsMax = 120

const pattern = (source: string) => new RegExp(source, 'iu')

const patterns = {
  cookie: pattern(textPattern('cookie')),
  data: pattern(textPattern('data')),
  subject: pattern(textPattern('cookie', 'policy', 'subject')),
  purpose: pattern(textPattern('purpose')),
  other: pattern(textPattern('age', 'food')),
  need: pattern(textPattern('need')),
  price: pattern(textPattern('price')),
}

/** Languages whose sentences are read, with where a clause of a sentence ends. */
const languages = once(() =>
  readings().map(({ own, uses, conjunctions }) => ({
    own: pattern(own.join('|')),
    uses: pattern(uses.join('|')),
    clauseEnds: pattern(`[:;]\\s|(?<![\\p{L}\\p{N}])(?:${conjunctions.join('|')})(?![\\p{L}\\p{N}])`),
  })),
)

/** A text that only names its policy on cookies or privacy is about something else. */
const policy = new RegExp(textPattern('policy'), 'giu')

const countWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu)?.length ?? 0

/** Returns whether an overlay is a consent dialog. It is evident only if nothing else can be meant. */
export const judgeNotice = (facts: NoticeFacts): Verdict => {
  const prose = facts.prose.replace(policy, ' ')
  const kinds = facts.controls.map(({ label, isLink }) => kindOfLabel(label, isLink))
  if (!isAboutConsent(prose, kinds) || patterns.other.test(facts.prose)) return 'none'
  return isDoubtful(facts, kinds) ? 'suspected' : 'evident'
}

const isAboutConsent = (prose: string, kinds: readonly LabelKind[]) => {
  if (patterns.cookie.test(prose)) return hasChoice(kinds)
  return patterns.data.test(prose) && kinds.includes('decline') && kinds.includes('accept')
}

const choices = new Set<LabelKind>(['decline', 'accept', 'settings', 'save', 'understood', 'close'])

const hasChoice = (kinds: readonly LabelKind[]) => {
  const own = kinds.filter((kind) => choices.has(kind))
  // Everything can be closed.
  return own.some((kind) => kind !== 'close') || (own.length > 0 && !kinds.includes('other'))
}

const isDoubtful = (facts: NoticeFacts, kinds: readonly LabelKind[]) =>
  facts.isMore ||
  kinds.includes('other') ||
  patterns.price.test(facts.prose) ||
  countWords(facts.prose) > noticeWordsMax ||
  patterns.need.test(facts.prose) ||
  hasOtherSubject(facts, kinds)

/** A dot inside a name does not end a sentence. */
const sentenceEnds = /[.!?…]+(?=\s|$)|[\n。！？]+/u

/** Whether a sentence or the name of a policy is about something else, or cannot be read. What is hidden with it is lost. */
const hasOtherSubject = ({ text, controls }: NoticeFacts, kinds: readonly LabelKind[]) => {
  const sentences = text.split(sentenceEnds).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  const policies = controls.filter((_, index) => kinds[index] === 'info').map(({ label }) => label)
  // "We use cookies", but not "our cookies"
  const spoken = languages().filter(({ own, uses }) => own.test(text) && uses.test(text))
  const isOnSubject = (sentence: string) =>
    isLabel(sentence) ||
    (patterns.subject.test(sentence) &&
      spoken.every(({ clauseEnds }) => sentence.split(clauseEnds).every(isOfNotice)))
  return spoken.length === 0 || ![...sentences, ...policies].every(isOnSubject)
}

/** "We use cookies to analyze traffic and to improve this site", but not "We use cookies and our pool is closed" */
const isOfNotice = (clause: string) =>
  countWords(clause) < 2 || patterns.subject.test(clause) || patterns.purpose.test(clause)

const labelMeanings = ['accept', 'consent', 'settings', 'selection', 'necessary', 'optional', 'info'] as const

/** Whether all words are those of labels: "Statistics", "Find out more here" */
const isLabel = (sentence: string) => {
  const words = plain(sentence).split(' ').map(meaningsOf)
  return (
    words.every((word) => word.size > 0 && !word.has('not')) &&
    words.some((word) => labelMeanings.some((meaning) => word.has(meaning)))
  )
}
