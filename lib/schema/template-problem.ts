import { Parser } from 'htmlparser2'
import { cssFault, isDataUrl } from './css-loads.ts'

/**
 * Returns why HTML cannot be a header or footer, as a predicate, or undefined. Chromium prints them from a page that cannot
 * load resources: a style sheet, an import or a font crashes its renderer, and images are omitted.
 */
export const templateProblem = (html: string): string | undefined => {
  const state: State = { element: '', open: [], css: '' }
  let problem: string | undefined
  const judge = (found: string | undefined) => {
    problem ??= found
    if (problem !== undefined) parser.pause()
  }
  const parser = new Parser({
    onopentagname: (name) => judge(enter(state, name)),
    onattribute: (name, value) => judge(attributeProblem(state.element, name, value)),
    ontext(text) {
      if (state.open.at(-1) === 'style') state.css += text
    },
    oncomment: (text) => judge(commentProblem(state, text)),
    onclosetag: (name) => judge(leave(state, name)),
  })
  // The element around the template ends with this tag, which would complete an unfinished one.
  parser.end(`${html}</div>`)
  return problem
}

interface State {
  /** The element whose tag is being read. */
  element: string
  open: string[]
  /** Text of the style sheet that is open. */
  css: string
}

/** Deeper than any real layout. The parser's time grows with the depth. */
const depthMax = 200

/**
 * Elements that contain their own documents or style sheets, change what other elements load, or are parsed differently depending on
 * their surroundings. No header needs them.
 */
const refused = new Set(
  'applet base embed fencedframe foreignobject frame frameset iframe link math noembed noframes noscript object plaintext portal select template textarea xmp'.split(
    ' ',
  ),
)

/** Browsers end an SVG image at these elements, unlike the parser used here: https://html.spec.whatwg.org/#parsing-main-inforeign */
const refusedInSvg = new Set(
  'b big blockquote body br center code dd div dl dt em font h1 h2 h3 h4 h5 h6 head hr i img li link listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var'.split(
    ' ',
  ),
)

const enter = (state: State, name: string): string | undefined => {
  const parent = state.open.at(-1)
  state.element = name
  state.open.push(name)
  if (name === 'style') state.css = ''
  if (refused.has(name.toLowerCase())) return `must not contain \`<${name.toLowerCase()}>\``
  if (refusedInSvg.has(name) && state.open.includes('svg'))
    return `must not contain \`<${name}>\` inside \`<svg>\``
  if (parent === 'style') return cssProblem
  return state.open.length > depthMax ? `must not nest elements more than ${depthMax} levels deep` : undefined
}

const leave = (state: State, name: string): string | undefined => {
  if (state.open.at(-1) === name) state.open.pop()
  return name === 'style' ? cssFaults[cssFault(state.css) ?? 'none'] : undefined
}

/** A comment splits an SVG style sheet into two parts that the browser joins. Outside of SVG, CDATA ends at the next `>`. */
const commentProblem = (state: State, text: string): string | undefined => {
  if (state.open.at(-1) === 'style') return cssProblem
  return text.startsWith('[CDATA[') ? 'must not contain CDATA outside `<svg>`' : undefined
}

const cssProblem = 'must not import style sheets, and its styles must load nothing but `data:` URLs'

const cssFaults = {
  loads: cssProblem,
  deep: 'must not nest blocks or functions of its styles more than 100 levels deep',
  none: undefined,
}

const urlAttributes = new Set(
  'archive background classid code codebase data dynsrc href icon lowsrc manifest poster profile src'.split(
    ' ',
  ),
)

const candidateAttributes = new Set(['srcset', 'imagesrcset'])

/** Human-readable attributes, whose values are never CSS. */
const plainAttributes = new Set(['alt', 'aria-label', 'class', 'id', 'lang', 'title'])

const attributeProblem = (element: string, qualifiedName: string, value: string): string | undefined => {
  const name = qualifiedName.replace(/^xlink:/, '')
  const problem = `must load nothing but \`data:\` URLs, but the attribute \`${name}\` contains another URL`
  if (urlAttributes.has(name)) return isHarmless(element, name, value) ? undefined : problem
  if (candidateAttributes.has(name)) return hasForeignCandidate(value) ? problem : undefined
  if (name === 'http-equiv') return 'must not contain `<meta http-equiv>`'
  // An animation could set the reference of its parent.
  if (name === 'attributename' && /href/i.test(value)) return 'must not animate `href`'
  return plainAttributes.has(name) ? undefined : cssFaults[cssFault(value) ?? 'none']
}

/** Links load nothing in print, and neither do references to fragments of the same document. */
const isHarmless = (element: string, name: string, value: string): boolean => {
  const isLink = name === 'href' && (element === 'a' || element === 'area')
  const isReference = name === 'href' && value.trimStart().startsWith('#')
  return isLink || isReference || isDataUrl(value)
}

/** `data:a 1x,data:b 2x`: a descriptor may touch the next URL. */
const hasForeignCandidate = (value: string): boolean =>
  value
    .split(/[\t\n\f\r ]+/)
    .map((piece) => piece.replace(/^[\d.]{1,20}[wxh](?:,|$)/, ''))
    .some((piece) => piece !== '' && piece !== ',' && !isDataUrl(piece))
