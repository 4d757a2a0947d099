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
export const emphasize = (content: string, kind: Kind): string =>
  content.trim() === '' || content.includes('\n\n') ? content : `${openings[kind]}${content}${closings[kind]}`

interface Span {
  kind: Kind
  /** An element inside another of its kind. */
  isRepeated: boolean
  text: string
}

/**
 * Writes the delimiters of all emphasis. Where CommonMark would not read them as delimiters, punctuation moves out of the emphasis,
 * and if that does not help, HTML is written instead. https://spec.commonmark.org/0.31.2/#delimiter-run
 */
export const writeEmphasis = (marked: string): string => {
  if (!/[\ufdd0-\ufdd6]/.test(marked)) return marked
  const source = kinds.reduce((text, kind) => text.replaceAll(closings[kind] + openings[kind], ''), marked)
  const root: Span = { kind: 'em', isRepeated: true, text: '' }
  const stack: Span[] = []
  const parts = source.split(/([\ufdd0-\ufdd6])/)
  const end = (span: Span, index: number) => {
    stack.pop()
    const parent = stack.at(-1) ?? root
    parent.text += span.isRepeated ? span.text : delimit(span, before(parent, root), after(parts, index))
  }
  for (const [index, part] of parts.entries()) {
    const span = stack.at(-1) ?? root
    const kind = kinds.find((candidate) => openings[candidate] === part)
    if (kind) stack.push({ kind, isRepeated: stack.some((outer) => outer.kind === kind), text: '' })
    else if (span !== root && closings[span.kind] === part) end(span, index)
    else if (part === linkMark) span.text = escapeBang(span.text)
    else span.text += withoutMarks(part)
  }
  return [root, ...stack].map(({ text }) => text).join('')
}

const escapeBang = (text: string) =>
  text.endsWith('!') && !text.endsWith('\\!') ? `${text.slice(0, -1)}\\!` : text

/** A delimiter of another emphasis counts as punctuation. */
const delimiter = '.'

const before = (parent: Span, root: Span): string => {
  const text = parent.text
  if (text === '') return parent === root ? '' : delimiter
  return /\\.$/su.test(text.slice(-3)) ? delimiter : lastOf(text)
}

const after = (parts: readonly string[], index: number): string => {
  const next = parts.slice(index + 1, index + 3).find((part) => part !== '' && part !== linkMark)
  if (next === undefined) return ''
  return /^[\ufdd0-\ufdd5]/.test(next) ? delimiter : (/^./su.exec(next)?.[0] ?? '')
}

const isSpace = (character: string) => /^\s?$/u.test(character)

const isPunctuation = (character: string) => /^[\p{P}\p{S}]$/u.test(character)

/** Older versions of CommonMark know no punctuation outside ASCII among the symbols. */
const isCertainPunctuation = (character: string) => /^[\p{P}$+<=>^`|~]$/u.test(character)

const isEdge = (character: string) => isSpace(character) || isCertainPunctuation(character)

const delimit = ({ kind, text }: Span, previous: string, next: string): string => {
  const core = text.trim()
  const start = text.indexOf(core)
  const lead = text.slice(0, start)
  const trail = text.slice(start + core.length)
  if (core === '') return text
  const left = lead === '' ? previous : ' '
  const right = trail === '' ? next : ' '
  const { opener, inner, closer } = moveOut(core, left, right)
  if (inner === '') return text
  const written = write(kind, inner, opener === '' ? left : delimiter, closer === '' ? right : delimiter)
  return `${lead}${opener}${written}${closer}${trail}`
}

const write = (kind: Kind, inner: string, left: string, right: string): string => {
  const canOpen = !isPunctuation(firstOf(inner)) || isEdge(left)
  const canClose = !isPunctuation(lastOf(inner)) || isEdge(right)
  const mark = canOpen && canClose ? chooseMark(kind, left, right) : undefined
  return mark ? `${mark}${inner}${mark}` : `<${kind}>${inner}</${kind}>`
}

/** Underscores inside a word are letters, and adjacent delimiters of one kind would become one run. */
const chooseMark = (kind: Kind, left: string, right: string): string | undefined => {
  const isFree = (mark: string) => left !== mark && right !== mark
  if (kind === 'del') return isFree('~') ? '~~' : undefined
  const isWordEdge = isEdge(left) && isEdge(right) && isFree('_')
  if (kind === 'em' && isWordEdge) return '_'
  if (isFree('*')) return kind === 'em' ? '*' : '**'
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
  const escaped = /(?:^|[^\\])(\\[!-/:-@[-`{-~])$/.exec(text.slice(-3))?.[1]
  if (escaped) return escaped
  const last = lastOf(text)
  if (last === ')' && /\]\([^\n]+\)$/.test(text.slice(-4000))) return ''
  return ']>`*_~$;\\'.includes(last) ? '' : last
}
