import { attributeOf, nameOf, textOf, treeOf } from '../dom.ts'

/** Returns an element of MathML as TeX. Throws RangeError if the tree is too deep. */
export const toTex = (element: Element): string => (writers[nameOf(element)] ?? writeRow)(element)

type Writer = (element: Element) => string

const childrenOf = (element: Element): Element[] => [...treeOf(element).children]

const plainText = (element: Element | undefined): string =>
  element ? textOf(element).replace(/\s+/g, ' ').trim() : ''

const functions = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

/** Operators whose TeX command is clearer than the character or has another meaning. */
const operators: Record<string, string> = {
  '−': '-',
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '∣': '|',
  '‖': '\\|',
  // Invisible function application, multiplication, separator and addition.
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u2064': '',
}

const accents: Record<string, string> = {
  '¯': '\\overline',
  '‾': '\\overline',
  '―': '\\overline',
  '^': '\\hat',
  ˆ: '\\hat',
  '~': '\\tilde',
  '˜': '\\tilde',
  '→': '\\vec',
  '\u20d7': '\\vec',
  '˙': '\\dot',
  '¨': '\\ddot',
  '⏞': '\\overbrace',
}

const lines = new Set(['_', '‾', '\u0332'])

const escapeTex = (text: string) => text.replace(/\\/g, '\\backslash ').replace(/[{}%#&$_]/g, '\\$&')

const writeToken: Writer = (token) => escapeTex(plainText(token))

const writeName: Writer = (name) => {
  const text = plainText(name)
  if (functions.has(text)) return `\\${text}`
  return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : escapeTex(text)
}

const writeOperator: Writer = (operator) => {
  const text = plainText(operator)
  if (functions.has(text)) return `\\${text}`
  return operators[text] ?? escapeTex(text)
}

/** Returns text in a formula. */
export const toTextTex = (text: string): string => (text === '' ? '' : `\\text{${escapeTex(text)}}`)

const writeText: Writer = (text) => toTextTex(plainText(text))

const writeRow: Writer = (row) => {
  const children = childrenOf(row)
  return children.length === 0 ? writeToken(row) : join(children.map(toTex))
}

/** Letters after a command would become part of its name. */
const join = (parts: readonly string[]): string => {
  const joined: string[] = []
  let last = ''
  for (const part of parts) {
    if (part === '') continue
    if (/\\[a-z]{1,50}$/i.test(last) && /^\p{L}/u.test(part)) joined.push(' ')
    joined.push(part)
    last = part
  }
  return joined.join('')
}

const writeChild = (element: Element | undefined) => (element ? toTex(element) : '')

const group = (element: Element | undefined) => `{${writeChild(element)}}`

const isSingle = (tex: string) => [...tex].length === 1 || /^\\[a-z]+$/i.test(tex)

const writeBase = (element: Element | undefined): string => {
  const tex = writeChild(element)
  return isSingle(tex) || /^\\mathrm\{\p{L}+\}$/u.test(tex) || /^[\d.,]+$/.test(tex) ? tex : `{${tex}}`
}

const writeScript = (mark: string, element: Element | undefined): string => {
  const tex = writeChild(element)
  if (tex === '') return ''
  return [...tex].length === 1 ? mark + tex : `${mark}{${tex}}`
}

const writeScripts =
  (...marks: readonly string[]): Writer =>
  (element) => {
    const [base, ...scripts] = childrenOf(element)
    return writeBase(base) + marks.map((mark, index) => writeScript(mark, scripts[index])).join('')
  }

const writeFraction: Writer = (fraction) => {
  const [top, bottom] = childrenOf(fraction)
  const isLine = !/^0(\D|$)/.test(attributeOf(fraction, 'linethickness') ?? '')
  return isLine ? `\\frac${group(top)}${group(bottom)}` : `{${writeChild(top)} \\atop ${writeChild(bottom)}}`
}

/**
 * Returns whether marks above and below this base are the limits of an operator. Expects its TeX, because nested marks would take
 * exponential time if each converted its base twice.
 */
const takesLimits = (base: string) =>
  /^\\(sum|prod|o?int|big[a-z]+|lim[a-z]*|max|min|sup|inf|det|gcd|Pr)$/.test(base)

const writeUnder = (base: string, under: Element | undefined): string => {
  if (!under) return base
  const mark = plainText(under)
  if (mark === '⏟') return `\\underbrace{${base}}`
  return lines.has(mark) ? `\\underline{${base}}` : `\\underset${group(under)}{${base}}`
}

const writeOver = (base: string, over: Element | undefined): string => {
  if (!over) return base
  const accent = accents[plainText(over)]
  return accent ? `${accent}{${base}}` : `\\overset${group(over)}{${base}}`
}

const writeMarks = (first: Element | undefined, under?: Element, over?: Element): string => {
  const base = writeChild(first)
  if (takesLimits(base)) return base + writeScript('_', under) + writeScript('^', over)
  return writeOver(writeUnder(base, under), over)
}

const writeUnderOver: Writer = (element) => {
  const [base, under, over] = childrenOf(element)
  return writeMarks(base, under, over)
}

const writeMultiscripts: Writer = (element) => {
  const [base, ...rest] = childrenOf(element)
  const split = rest.findIndex((script) => nameOf(script) === 'mprescripts')
  const after = split < 0 ? rest : rest.slice(0, split)
  const before = split < 0 ? [] : rest.slice(split + 1)
  return (before.length > 0 ? `{}${writePairs(before)}` : '') + writeBase(base) + writePairs(after)
}

const writePairs = (scripts: readonly Element[]) =>
  scripts.map((script, index) => writeScript(index % 2 === 0 ? '_' : '^', script)).join('')

const writeTable: Writer = (table) =>
  `\\begin{matrix}${childrenOf(table).map(writeTableRow).join(' \\\\ ')}\\end{matrix}`

const writeTableRow: Writer = (row) =>
  childrenOf(row)
    .slice(nameOf(row) === 'mlabeledtr' ? 1 : 0)
    .map(toTex)
    .join(' & ')

const writeFenced: Writer = (fenced) => {
  const separators = attributeOf(fenced, 'separators') || ','
  const parts = childrenOf(fenced).map((child, index) => {
    const separator = separators[Math.min(index, separators.length) - 1] ?? ''
    return (index === 0 ? '' : separator) + toTex(child)
  })
  const [open, close] = [attributeOf(fenced, 'open') || '(', attributeOf(fenced, 'close') || ')']
  return escapeTex(open) + parts.join('') + escapeTex(close)
}

const writeRoot: Writer = (root) => {
  const [base, index] = childrenOf(root)
  return `\\sqrt[${writeChild(index)}]${group(base)}`
}

const writeFirst: Writer = (element) => writeChild(childrenOf(element)[0])

const writeNothing: Writer = () => ''

const writers: Record<string, Writer> = {
  mi: writeName,
  mn: writeToken,
  mo: writeOperator,
  ms: writeText,
  mtext: writeText,
  mspace: () => '\\ ',
  mfrac: writeFraction,
  msqrt: (root) => `\\sqrt{${writeRow(root)}}`,
  mroot: writeRoot,
  msub: writeScripts('_'),
  msup: writeScripts('^'),
  msubsup: writeScripts('_', '^'),
  mover: (element) => {
    const [base, over] = childrenOf(element)
    return writeMarks(base, undefined, over)
  },
  munder: writeUnderOver,
  munderover: writeUnderOver,
  mmultiscripts: writeMultiscripts,
  mtable: writeTable,
  mfenced: writeFenced,
  semantics: writeFirst,
  maction: writeFirst,
  annotation: writeNothing,
  'annotation-xml': writeNothing,
  mphantom: writeNothing,
  mprescripts: writeNothing,
  none: writeNothing,
}
