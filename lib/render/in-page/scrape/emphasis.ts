import { endsInAddress } from './bare-addresses.ts'

type Kind = 'strong' | 'em' | 'del'

/**
 * Stand for the delimiters until the text around them is known. They are noncharacters, which no page shows:
 * https://www.unicode.org/faq/private_use.html#noncharacters
 */
const openings: Record<Kind, string> = { strong: '\ufdd0', em: '\ufdd2', del: '\ufdd4' }
const closings: Record<Kind, string> = { strong: '\ufdd1', em: '\ufdd3', del: '\ufdd5' }

/** Stands before a link, which must not become an image after an exclamation mark. */
export const linkMark = '\ufdd6'

const kinds = Object.keys(openings) as Kind[]

export const withoutMarks = (text: string): string => text.replace(/[\ufdd0-\ufdef]/g, '')

/** Emphasis cannot span a blank line. */
export const emphasize = (content: string, kind: Kind): string => {
  const core = content.trim()
  if (core === '' || core.includes('\n\n')) return content
  const start = content.indexOf(core)
  const [lead, trail] = [content.slice(0, start), content.slice(start + core.length)]
  return `${lead}${openings[kind]}${core}${closings[kind]}${trail}`
}

interface Span {
  kind: Kind | 'none'
  /** Joined at the end, because looking at the end of a text that grows takes quadratic time. */
  parts: string[]
}

/**
 * Writes the delimiters of all emphasis. Where CommonMark would not read them as delimiters, punctuation moves out of the emphasis,
 * and if that does not help, HTML is written instead. https://spec.commonmark.org/0.31.2/#delimiter-run
 */
export const writeEmphasis = (marked: string): string => {
  if (!/[\ufdd0-\ufdd6]/.test(marked)) return marked
  const parts = splitAtMarks(withoutRepeats(marked))
  const stack: Span[] = [{ kind: 'none', parts: [] }]
  for (const [index, part] of parts.entries()) {
    const kind = kinds.find((candidate) => openings[candidate] === part)
    const span = stack.at(-1)
    if (kind) stack.push({ kind, parts: [] })
    else if (kinds.some((candidate) => closings[candidate] === part)) end(stack, after(parts, index))
    else if (part === linkMark) escapeBang(span?.parts ?? [])
    else span?.parts.push(withoutMarks(part))
  }
  return stack.flatMap((span) => span.parts).join('')
}

const splitAtMarks = (text: string) => text.split(/([\ufdd0-\ufdd6])/).filter((part) => part !== '')

/** Removes the marks of emphasis inside emphasis of its kind, and joins adjacent emphasis of a kind. */
const withoutRepeats = (marked: string): string => {
  const depths = { strong: 0, em: 0, del: 0 }
  const parts = splitAtMarks(marked).filter((part) => {
    const opened = kinds.find((kind) => openings[kind] === part)
    const closed = kinds.find((kind) => closings[kind] === part)
    if (opened) return depths[opened]++ === 0
    return !closed || --depths[closed] === 0
  })
  return kinds.reduce((text, kind) => text.replaceAll(closings[kind] + openings[kind], ''), parts.join(''))
}

const end = (stack: Span[], next: string) => {
  const span = stack.pop() ?? { kind: 'none', parts: [] }
  const parent = stack.at(-1)
  if (!parent || span.kind === 'none') stack.push(span)
  else {
    const text = span.parts.join('')
    const isInAddress = endsInAddress(parent.parts.at(-1) ?? '') || (endsInAddress(text) && !isSpace(next))
    parent.parts.push(isInAddress ? asHtml(span.kind, text) : delimit(span.kind, text, before(parent), next))
  }
}

const escapeBang = (parts: string[]) => {
  const last = parts.at(-1) ?? ''
  if (last.endsWith('!') && !last.endsWith('\\!')) parts.splice(-1, 1, `${last.slice(0, -1)}\\!`)
}

/** A delimiter of another emphasis counts as punctuation. */
const delimiter = '.'

const before = ({ kind, parts }: Span): string => {
  const last = parts.at(-1) ?? ''
  if (last === '') return kind === 'none' ? '' : delimiter
  return endsEscaped(last) ? delimiter : lastOf(last)
}

/** Returns whether the last character is escaped: after an odd number of backslashes. */
const endsEscaped = (text: string): boolean => {
  let index = text.length - 1
  while (text[index - 1] === '\\') index -= 1
  return /[!-/:-@[-`{-~]$/.test(text.slice(-1)) && (text.length - 1 - index) % 2 === 1
}

const after = (parts: readonly string[], index: number): string => {
  const next = parts.slice(index + 1, index + 3).find((part) => part !== linkMark)
  if (next === undefined) return ''
  return /^[\ufdd0-\ufdd5]/.test(next) ? delimiter : (/^./su.exec(next)?.[0] ?? '')
}

const isSpace = (character: string) => /^\s?$/u.test(character)

const isPunctuation = (character: string) => /^[\p{P}\p{S}]$/u.test(character)

/** Older versions of CommonMark know no punctuation outside ASCII among the symbols. */
const isCertainPunctuation = (character: string) => /^[\p{P}$+<=>^`|~]$/u.test(character)

const isEdge = (character: string) => isSpace(character) || isCertainPunctuation(character)

const delimit = (kind: Kind, text: string, left: string, right: string): string => {
  const { opener, inner, closer } = moveOut(text, left, right)
  if (inner === '') return text
  const written = write(kind, inner, opener === '' ? left : delimiter, closer === '' ? right : delimiter)
  return `${opener}${written}${closer}`
}

const write = (kind: Kind, inner: string, left: string, right: string): string => {
  const canOpen = !isPunctuation(firstOf(inner)) || isEdge(left)
  const canClose = !isPunctuation(lastOf(inner)) || isEdge(right)
  const mark = canOpen && canClose ? chooseMark(kind, left, right, inner) : undefined
  return mark ? `${mark}${inner}${mark}` : asHtml(kind, inner)
}

const asHtml = (kind: Kind, inner: string) => `<${kind}>${inner}</${kind}>`

/** Underscores inside a word are letters, and adjacent delimiters of one kind would become one run. */
const chooseMark = (kind: Kind, left: string, right: string, inner: string): string | undefined => {
  const around = [left, right, firstOf(inner), endsEscaped(inner) ? delimiter : lastOf(inner)]
  const isUnused = (mark: string) => !around.includes(mark)
  if (kind === 'del') return isUnused('~') ? '~~' : undefined
  const isWordEdge = isEdge(left) && isEdge(right) && isUnused('_')
  if (kind === 'em' && isWordEdge) return '_'
  if (isUnused('*')) return kind === 'em' ? '*' : '**'
  return isWordEdge ? '__' : undefined
}

const firstOf = (text: string) => /^./su.exec(text)?.[0] ?? ''
const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? ''

const pairs: Record<string, string> = {
  ')': '(',
  '”': '“',
  '»': '«',
  '」': '「',
  '』': '『',
  '）': '（',
  '】': '【',
  '》': '《',
  '"': '"',
  "'": "'",
  '’': '‘',
}

/** Moves one mark of punctuation at each end out of the emphasis, if it would prevent the delimiter from being one. */
const moveOut = (core: string, left: string, right: string) => {
  let opener = isPunctuation(firstOf(core)) && !isEdge(left) ? leadingMark(core) : ''
  let closer = isPunctuation(lastOf(core)) && !isEdge(right) ? trailingMark(core.slice(opener.length)) : ''
  const rest = () => core.slice(opener.length, core.length - closer.length)
  if (opener === '' && closer !== '' && rest().startsWith(pairs[closer] ?? '\n')) opener = pairs[closer] ?? ''
  else if (closer === '' && opener !== '' && pairs[lastOf(rest())] === opener) closer = lastOf(rest())
  const inner = rest()
  return inner.trim() === inner ? { opener, inner, closer } : { opener: '', inner: core, closer: '' }
}

/** Returns the first character with its escape, unless it may begin other markup. */
const leadingMark = (text: string): string => {
  const escaped = /^\\[!-/:-@[-`{-~]/.exec(text)?.[0]
  if (escaped) return escaped
  const first = firstOf(text)
  return '[!<`*_~$&\\'.includes(first) ? '' : first
}

const trailingMark = (text: string): string => {
  if (endsEscaped(text)) return text.slice(-2)
  const last = lastOf(text)
  if (last === ')' && text.slice(-4000).includes('](')) return ''
  return ']>`*_~$;\\'.includes(last) ? '' : last
}
