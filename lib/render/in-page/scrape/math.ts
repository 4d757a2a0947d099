import { allIn, attributeOf, classOf, firstIn, matches, nameOf, textOf, treeOf } from '../dom.ts'
import { parseInert } from './inert.ts'
import { toTex, toTextTex } from './math-tex.ts'

/** A formula of the page, however its library drew it. */
export interface Formula {
  /** On one line. It contains no markup of HTML and no `$`. */
  tex: string
  isBlock: boolean
  /** The equivalent `<math>` element, if the page has one. */
  mathMl: Element | null
}

/**
 * Reads what an element shows as one formula: MathML, also next to the drawings of KaTeX and MathJax 2 to 4, the source that MathJax 2
 * and 4 leave in the page, and the images of Wikipedia and WordPress. Returns undefined for all other elements.
 */
export const readFormula = (element: Element): Formula | undefined => {
  const source = sourceOf(element)
  return source && { isBlock: false, mathMl: null, ...source, tex: toOneLine(source.tex) }
}

type Source = Pick<Formula, 'tex'> & Partial<Formula>

const sourceOf = (element: Element): Source | undefined => {
  const name = nameOf(element)
  if (name === 'math') return fromMath(element)
  if (name === 'mjx-container') return fromMathJax(element)
  if (name === 'script') return fromScript(element)
  const names = classOf(element)
  if (name === 'img') return fromImage(element, names)
  if (/(^|\s)katex(\s|$)/.test(names)) return fromKatex(element)
  return mathJax2Names.test(names) ? fromMathJax2(element) : undefined
}

const stated = (element: Element, name: string): string => attributeOf(element, name) ?? ''

const fromMath = (math: Element): Source => {
  // `mode` is the name in MathML 1.
  const isBlock = /^block$/i.test(stated(math, 'display')) || stated(math, 'mode') === 'display'
  return { tex: statedTex(math) || toTex(math), isBlock, mathMl: math }
}

/** The source that the converter of a formula has left in it. LaTeXML has it in `alttext`, where others have a description. */
const statedTex = (math: Element): string => {
  const annotation = allIn(math, 'annotation').find((candidate) =>
    /^(application\/x-)?(la)?tex$/i.test(stated(candidate, 'encoding')),
  )
  const described = stated(math, 'alttext')
  return (
    (annotation && textOf(annotation).trim()) ||
    stated(math, 'data-latex') ||
    (/(^|\s)ltx_Math(\s|$)/.test(classOf(math)) || described.includes('\\') ? described : '')
  )
}

/** The drawing repeats the MathML next to it. A drawing without MathML is read as text. */
const fromKatex = (katex: Element): Source | undefined => {
  const math = firstIn(katex, 'math')
  if (!math) return undefined
  const source = fromMath(math)
  return { ...source, isBlock: source.isBlock || matches(katex, '.katex-display *') }
}

const fromMathJax = (container: Element): Source | undefined => {
  const isBlock = stated(container, 'display') === 'true'
  const mathMl = firstIn(container, 'mjx-assistive-mml > math')
  const drawing = firstIn(container, 'mjx-math, [data-mml-node="math"]')
  const tex = drawing && stated(drawing, 'data-latex')
  if (tex) return { tex, isBlock, mathMl }
  if (mathMl) return { ...fromMath(mathMl), isBlock }
  const text = stated(container, 'aria-label') || drawnText(container)
  return text ? { tex: toTextTex(text), isBlock } : undefined
}

/**
 * Returns the characters of a drawing, which names them by their code points. Each number, name and operator is a word, because only
 * their places say what they are together, such as a fraction.
 */
const drawnText = (container: Element): string => {
  const words = new Map<Element | null, string>()
  for (const character of allIn(container, 'mjx-c, [data-c]')) {
    const code = /^mjx-c([\da-f]+)/i.exec(classOf(character))?.[1] ?? stated(character, 'data-c')
    const { parentElement } = treeOf(character)
    words.set(parentElement, (words.get(parentElement) ?? '') + fromCode(code))
  }
  return [...words.values()].join(' ').normalize('NFKC')
}

/** The code comes from the page. */
const fromCode = (code: string): string => {
  const point = Number.parseInt(code, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

const fromScript = (script: Element): Source | undefined => {
  const type = stated(script, 'type')
  const text = textOf(script)
  if (/^math\/tex/i.test(type)) return { tex: text, isBlock: /mode=display/i.test(type.replace(/\s+/g, '')) }
  return /^math\/mml/i.test(type) ? parseMathMl(text) : undefined
}

const parseMathMl = (text: string): Source | undefined => {
  const math = parseInert(text).querySelector('math')
  return math ? fromMath(math) : undefined
}

const mathJax2Names =
  /(^|\s)(MathJax(_(Display|Preview|CHTML|MathML|PHTML|SVG|SVG_Display))?|mjx-chtml|MJXc-display)(\s|$)/

/** MathJax 2 puts its preview and its drawing directly before the source. */
const fromMathJax2 = (frame: Element): Source | undefined => {
  let next = treeOf(frame).nextElementSibling
  if (next && mathJax2Names.test(classOf(next))) next = treeOf(next).nextElementSibling
  if (next && nameOf(next) === 'script' && /^math\//i.test(stated(next, 'type'))) return { tex: '' }
  const math = firstIn(frame, 'math')
  return math ? fromMath(math) : parseMathMl(stated(firstIn(frame, '[data-mathml]') ?? frame, 'data-mathml'))
}

const fromImage = (image: Element, names: string): Source | undefined => {
  const tex = stated(image, 'alt')
  if (!/(^|\s)(mwe-math-fallback-image-(inline|display)|latex|tex)(\s|$)/.test(names) || tex === '')
    return undefined
  return { tex, isBlock: names.includes('mwe-math-fallback-image-display') }
}

const toOneLine = (source: string): string => {
  const line = source
    .replace(/%? ?(<!\[CDATA\[|\]\]>)/g, '')
    .replace(/(?<!\\)%.*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return withoutLoneBackslash(toSafeTex(unwrap(line))).trim()
}

/** A trailing backslash would escape the text after the formula. */
const withoutLoneBackslash = (tex: string): string => {
  let end = tex.length
  while (tex[end - 1] === '\\') end -= 1
  return (tex.length - end) % 2 === 1 ? tex.slice(0, -1) : tex
}

/** Wikipedia wraps each formula in a group that only sets the style. */
const unwrap = (tex: string): string => {
  const inner = /^\{\\(?:display|text)style (.*)\}$/.exec(tex)?.[1]
  return (inner !== undefined && isBalanced(inner) ? inner : tex)
    .replace(/^\\displaystyle(?![a-z])/i, '')
    .trim()
}

const isBalanced = (tex: string): boolean => {
  let depth = 0
  for (const [character] of tex.matchAll(/\\.|[{}]/g)) {
    if (character === '{') depth++
    if (character === '}') depth--
    if (depth < 0) return false
  }
  return depth === 0
}

/** A space has no meaning in formulas, and it breaks up tags and entities. */
const toSafeTex = (tex: string): string => {
  let isOpen = false
  const toBracket = () => {
    isOpen = !isOpen
    return isOpen ? '\\(' : '\\)'
  }
  return tex
    .replace(/<(?=[a-z/!?])/gi, '< ')
    .replace(/&(?=#?[a-z0-9]+;)/gi, '& ')
    .replace(/`/g, '‘')
    .replace(/\\.|\$/g, (match) => (match === '$' ? toBracket() : match))
}
