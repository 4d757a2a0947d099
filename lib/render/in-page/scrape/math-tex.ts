import type { MathNode } from './math-nodes.ts'

/** Returns a formula as TeX. Throws RangeError if the tree is too deep. */
export const toTex = (node: MathNode): string => (writers[node.name] ?? writeRow)(node)

type Writer = (node: MathNode) => string

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

const writeName: Writer = ({ text }) => {
  if (functions.has(text)) return `\\${text}`
  return /^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : escapeTex(text)
}

const writeOperator: Writer = ({ text }) => {
  if (functions.has(text)) return `\\${text}`
  return operators[text] ?? escapeTex(text)
}

const writeText: Writer = ({ text }) => (text === '' ? '' : `\\text{${escapeTex(text)}}`)

const writeRow: Writer = ({ children, text }) =>
  children.length === 0 ? escapeTex(text) : join(children.map(toTex))

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

const writeChild = (node: MathNode | undefined) => (node ? toTex(node) : '')

const group = (node: MathNode | undefined) => `{${writeChild(node)}}`

const isSingle = (tex: string) => [...tex].length === 1 || /^\\[a-z]+$/i.test(tex)

const writeBase = (node: MathNode | undefined): string => {
  const tex = writeChild(node)
  return isSingle(tex) || /^\\mathrm\{\p{L}+\}$/u.test(tex) || /^[\d.,]+$/.test(tex) ? tex : `{${tex}}`
}

const writeScript = (mark: string, node: MathNode | undefined): string => {
  const tex = writeChild(node)
  if (tex === '') return ''
  return [...tex].length === 1 ? mark + tex : `${mark}{${tex}}`
}

const writeScripts =
  (...marks: readonly string[]): Writer =>
  ({ children: [base, ...scripts] }) =>
    writeBase(base) + marks.map((mark, index) => writeScript(mark, scripts[index])).join('')

const writeFraction: Writer = ({ children: [top, bottom], attribute }) => {
  if (/^0(\D|$)/.test(attribute('linethickness'))) return `{${writeChild(top)} \\atop ${writeChild(bottom)}}`
  return `\\frac${group(top)}${group(bottom)}`
}

/**
 * Returns whether marks above and below this base are the limits of an operator. Expects its TeX, because nested marks would take
 * exponential time if each converted its base twice.
 */
const takesLimits = (base: string) =>
  /^\\(sum|prod|o?int|big[a-z]+|lim[a-z]*|max|min|sup|inf|det|gcd|Pr)$/.test(base)

const writeOver: Writer = ({ children: [first, over] }) => {
  const base = writeChild(first)
  if (takesLimits(base)) return base + writeScript('^', over)
  const accent = accents[over?.text ?? '']
  return accent ? `${accent}{${base}}` : `\\overset${group(over)}{${base}}`
}

const writeUnder: Writer = ({ children: [first, under] }) => {
  const base = writeChild(first)
  if (takesLimits(base)) return base + writeScript('_', under)
  if (under?.text === '⏟') return `\\underbrace{${base}}`
  return lines.has(under?.text ?? '') ? `\\underline{${base}}` : `\\underset${group(under)}{${base}}`
}

const writeUnderOver: Writer = ({ children: [first, under, over] }) => {
  const base = writeChild(first)
  if (takesLimits(base)) return base + writeScript('_', under) + writeScript('^', over)
  return `\\overset${group(over)}{\\underset${group(under)}{${base}}}`
}

const writeMultiscripts: Writer = ({ children: [base, ...rest] }) => {
  const split = rest.findIndex(({ name }) => name === 'mprescripts')
  const after = split < 0 ? rest : rest.slice(0, split)
  const before = split < 0 ? [] : rest.slice(split + 1)
  return (before.length > 0 ? `{}${writePairs(before)}` : '') + writeBase(base) + writePairs(after)
}

const writePairs = (scripts: readonly MathNode[]) =>
  scripts.map((script, index) => writeScript(index % 2 === 0 ? '_' : '^', script)).join('')

const writeTable: Writer = ({ children }) =>
  `\\begin{matrix}${children.map(writeTableRow).join(' \\\\ ')}\\end{matrix}`

const writeTableRow: Writer = ({ name, children }) =>
  children
    .slice(name === 'mlabeledtr' ? 1 : 0)
    .map(toTex)
    .join(' & ')

const writeFenced: Writer = ({ children, attribute }) => {
  const separators = attribute('separators') || ','
  const parts = children.map((child, index) => {
    const separator = separators[Math.min(index, separators.length) - 1] ?? ''
    return (index === 0 ? '' : separator) + toTex(child)
  })
  return escapeTex(attribute('open') || '(') + parts.join('') + escapeTex(attribute('close') || ')')
}

const writeFirst: Writer = ({ children: [first] }) => writeChild(first)

const writeNothing: Writer = () => ''

const writers: Record<string, Writer> = {
  mi: writeName,
  mn: ({ text }) => escapeTex(text),
  mo: writeOperator,
  ms: writeText,
  mtext: writeText,
  mspace: () => '\\ ',
  mfrac: writeFraction,
  msqrt: (node) => `\\sqrt{${writeRow(node)}}`,
  mroot: ({ children: [base, index] }) => `\\sqrt[${writeChild(index)}]${group(base)}`,
  msub: writeScripts('_'),
  msup: writeScripts('^'),
  msubsup: writeScripts('_', '^'),
  mover: writeOver,
  munder: writeUnder,
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
