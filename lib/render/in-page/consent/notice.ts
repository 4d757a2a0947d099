import { kindOfLabel, type LabelKind, namesSubject } from './label.ts'
import {
  ageWords,
  consentWords,
  cookieWords,
  dataWords,
  foodWords,
  mentionPattern,
  needWords,
  ownWords,
  policyNames,
  priceWords,
  topicWords,
} from './notice-words.ts'
import { isKnownLabel, isOnSubject } from './sentence.ts'

export interface NoticeControl {
  label: string
  isLink: boolean
  /** A link to another site, such as the dialog's vendor. */
  isExternal?: boolean
}

/** The content of an overlay, as far as it tells consent dialogs from everything else. */
export interface NoticeFacts {
  /** The text outside of links, buttons and fields. */
  prose: string
  controls: readonly NoticeControl[]
  /** The host of the page, which may contain the name of the site. */
  host: string
  hasPassword: boolean
  /** Fields other than checkboxes and switches. */
  hasField: boolean
  /** Media, tables, landmarks of a page, or its heading. */
  hasContent: boolean
  /** The header or the navigation of the site. */
  isHeader: boolean
  /** Nothing else is on the page. */
  isOnlyContent: boolean
  /** As large as the content of a page, and not a dialog. */
  isPanel: boolean
  /** A part of a page on which visitors choose their cookies, or read about them. */
  isTopic: boolean
}

/** `suspected`: it may be a consent dialog, but also something else. */
type Verdict = 'none' | 'suspected' | 'evident'

/** Beside links. Longer texts are read. */
const noticeWordsMax = 120

/** A notice names its subject before this word. With a choice between accepting and declining, somewhere. */
const subjectWordsMax = 25

const pattern = (source: string) => new RegExp(source, 'iu')

const patterns = {
  cookie: pattern(cookieWords),
  data: pattern(dataWords),
  mention: pattern(mentionPattern),
  consent: pattern(consentWords),
  age: pattern(ageWords),
  price: pattern(priceWords),
  food: pattern(foodWords),
  need: pattern(needWords),
  topic: pattern(topicWords),
  own: pattern(ownWords),
}

const policy = new RegExp(policyNames, 'giu')

/** Counts words. In scripts without spaces, two characters count as one word. */
export const countWords = (text: string): number => {
  const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
  const spaced = text.replace(dense, ' ').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu) ?? []
  return spaced.length + Math.ceil((text.match(dense)?.length ?? 0) / 2)
}

/** Returns whether an overlay is a consent dialog. It is evident only if nothing else can be meant. */
export const judgeNotice = (facts: NoticeFacts): Verdict => {
  const prose = facts.prose.replace(policy, ' ')
  if (!patterns.cookie.test(prose) && !patterns.data.test(prose)) return 'none'
  const kinds = facts.controls.map(({ label, isLink }) => kindOfLabel(label, isLink))
  if (!hasChoice(kinds) || facts.hasPassword || patterns.age.test(facts.prose)) return 'none'
  if (!isAboutConsent(facts, prose, kinds)) return 'none'
  return isDoubtful(facts, prose, kinds) ? 'suspected' : 'evident'
}

const choices = new Set<LabelKind>(['decline', 'accept', 'settings', 'save', 'understood', 'close'])

const hasChoice = (kinds: readonly LabelKind[]) => {
  const own = kinds.filter((kind) => choices.has(kind))
  // Everything can be closed.
  return own.some((kind) => kind !== 'close') || (own.length > 0 && !kinds.includes('other'))
}

const isAboutConsent = (facts: NoticeFacts, prose: string, kinds: readonly LabelKind[]) => {
  const isChosen = patterns.consent.test(prose) || isExplicit(facts, kinds)
  if (patterns.cookie.test(prose)) return isChosen && !patterns.food.test(prose)
  const isChoice = kinds.includes('decline') && kinds.includes('accept')
  return isChoice && (kinds.includes('settings') || isExplicit(facts, kinds)) && patterns.data.test(prose)
}

const isDoubtful = (facts: NoticeFacts, prose: string, kinds: readonly LabelKind[]) =>
  facts.hasField ||
  facts.hasContent ||
  facts.isHeader ||
  facts.isOnlyContent ||
  facts.isTopic ||
  hasUnknown(facts, kinds) ||
  patterns.price.test(facts.prose) ||
  countWords(facts.prose) > noticeWordsMax ||
  patterns.topic.test(beforeSubject(prose)) ||
  hasOtherSubject(facts) ||
  (!kinds.includes('decline') && patterns.need.test(prose)) ||
  (!isExplicit(facts, kinds) && isIncidental(facts, prose))

/** A notice names what necessary cookies serve after its subject. A chat that uses cookies is named before. */
const beforeSubject = (prose: string) => prose.split(patterns.cookie)[0] ?? ''

const hasUnknown = (facts: NoticeFacts, kinds: readonly LabelKind[]) =>
  facts.controls.some(({ label, isExternal }, index) => {
    // "More about the strike"
    if (kinds[index] === 'info' && !isKnownLabel(label, facts.host)) return true
    const isVendor = isExternal === true && isExplicit(facts, kinds) && !patterns.topic.test(label)
    return kinds[index] === 'other' && !isVendor
  })

/** A choice that other overlays do not offer next to a text about cookies, such as "Accept all" and "Only necessary". */
const isExplicit = ({ controls }: NoticeFacts, kinds: readonly LabelKind[]) =>
  kinds.includes('accept') &&
  ['decline', 'settings', 'save'].some((kind) => kinds.includes(kind as LabelKind)) &&
  controls.some(({ label, isLink }) => kindOfLabel(label, isLink) !== 'info' && namesSubject(label))

/** "e.g.", "z. B." */
const abbreviation = /(?<![\p{L}\p{N}])\p{L}\.\s?\p{L}{1,2}\./gu

/** A dot inside a name does not end a sentence. */
const sentencesOf = (prose: string) =>
  prose.replace(abbreviation, ' ').split(/[.!?…:;]+(?=\s|$)|[\n。！？]+/u)

/** "We use cookies", but not "our cookies" */
const speaksForItself = (sentence: string) =>
  patterns.mention.test(sentence) && patterns.own.test(sentence) && patterns.consent.test(sentence)

/**
 * Whether a sentence is about something else, such as opening hours, or cannot be read, such as those in other languages. What is hidden
 * with it is lost.
 */
const hasOtherSubject = ({ prose, host }: NoticeFacts) =>
  sentencesOf(prose.replace(policy, ' cookies ')).some((sentence) => !isOnSubject(sentence, host))

const isIncidental = (facts: NoticeFacts, prose: string) => {
  const before = beforeSubject(prose)
  return (
    facts.isPanel ||
    patterns.topic.test(prose) ||
    !sentencesOf(prose).some(speaksForItself) ||
    countWords(before) > subjectWordsMax
  )
}
