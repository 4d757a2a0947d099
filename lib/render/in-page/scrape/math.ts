import { classOf, unclobbered } from '../dom.ts'
import { parseInert } from './inert.ts'
import { fromMathMl } from './math-nodes.ts'
import { toTex } from './math-tex.ts'

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
  if (!source) return undefined
  const tex = toOneLine(source.tex)
  return { isBlock: false, mathMl: null, ...source, tex }
}

type Source = Pick<Formula, 'tex'> & Partial<Formula>

const sourceOf = (element: Element): Source | undefined => {
  const name = unclobbered(element).localName
  if (name === 'math') return fromMath(element)
  if (name === 'mjx-container') return fromMathJax(element)
  if (name === 'script') return fromScript(element)
  const names = classOf(element)
  if (name === 'img') return fromImage(element, names)
  if (/(^|\s)katex(\s|$)/.test(names)) return fromKatex(element)
  return mathJax2Names.test(names) ? fromMathJax2(element) : undefined
}

const fromMath = (math: Element): Source => {
  // `mode` is the name in MathML 1.
  const isBlock =
    /^block$/i.test(unclobbered(math).getAttribute('display') ?? '') ||
    unclobbered(math).getAttribute('mode') === 'display'
  return { tex: statedTex(math) || toTex(fromMathMl(math)), isBlock, mathMl: math }
}

/** The source that the converter of a formula has left in it. LaTeXML has it in `alttext`, where others have a description. */
const statedTex = (math: Element): string => {
  const annotation = [...unclobbered(math).getElementsByTagName('annotation')].find((candidate) =>
    /^(application\/x-)?(la)?tex$/i.test(unclobbered(candidate).getAttribute('encoding') ?? ''),
  )
  const described = unclobbered(math).getAttribute('alttext') ?? ''
  return (
    (annotation && unclobbered(annotation).textContent.trim()) ||
    unclobbered(math).getAttribute('data-latex') ||
    (/(^|\s)ltx_Math(\s|$)/.test(classOf(math)) || described.includes('\\') ? described : '')
  )
}

/** The drawing repeats the MathML next to it. A drawing without MathML is read as text. */
const fromKatex = (katex: Element): Source | undefined => {
  const math = unclobbered(katex).querySelector('math')
  if (!math) return undefined
  const source = fromMath(math)
  const isBlock = source.isBlock || unclobbered(katex).closest('.katex-display') !== null
  return { ...source, isBlock }
}

const fromMathJax = (container: Element): Source | undefined => {
  const isBlock = unclobbered(container).getAttribute('display') === 'true'
  const assistive = unclobbered(container).querySelector('mjx-assistive-mml > math')
  const drawing = unclobbered(container).querySelector('mjx-math, [data-mml-node="math"]')
  const stated = drawing && unclobbered(drawing).getAttribute('data-latex')
  if (stated) return { tex: stated, isBlock, mathMl: assistive }
  return assistive ? { ...fromMath(assistive), isBlock } : undefined
}

const fromScript = (script: Element): Source | undefined => {
  const type = unclobbered(script).getAttribute('type') ?? ''
  const text = unclobbered(script).textContent ?? ''
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
  let next = unclobbered(frame).nextElementSibling
  if (next && mathJax2Names.test(classOf(next))) next = unclobbered(next).nextElementSibling
  if (
    next &&
    unclobbered(next).localName === 'script' &&
    /^math\//i.test(unclobbered(next).getAttribute('type') ?? '')
  )
    return { tex: '' }
  const math = unclobbered(frame).querySelector('math')
  if (math) return fromMath(math)
  const holder = unclobbered(frame).querySelector('[data-mathml]') ?? frame
  const stated = unclobbered(holder).getAttribute('data-mathml')
  return stated ? parseMathMl(stated) : undefined
}

const fromImage = (image: Element, names: string): Source | undefined => {
  const tex = unclobbered(image).getAttribute('alt') ?? ''
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
