/// <reference lib="dom" />
import { isCopyButton, isCount, isNumbered } from './code-parts.ts'
import type { Root } from './select.ts'

const blocks = 'pre, .cm-content, .view-lines, .ace_text-layer, .react-code-lines'

/** Columns of editors next to their lines, with line numbers and buttons that fold. */
const columns =
  '.cm-gutters, .CodeMirror-gutters, .CodeMirror-gutter-wrapper, .margin-view-overlays, .ace_gutter'

const languages = new Set(
  'js javascript jsx ts typescript tsx python py ruby rb go rust rs c c++ cpp c# csharp objective-c java kotlin swift php html css scss sass less json jsonc yaml yml toml ini xml sh bash zsh shell console terminal powershell cmd sql diff dockerfile makefile markdown md mdx lua perl r julia scala haskell elixir erlang clojure dart vue svelte astro graphql protobuf hcl terraform nginx text txt plaintext output'.split(
    ' ',
  ),
)

const textOf = (element: Element) => unclobbered(element).textContent.trim()

/**
 * Returns what pages put next to a code block although it is not content: buttons that copy the code, the name of its language, and
 * a column of line numbers.
 */
export const findBars = (roots: readonly Root[]): Set<Element> => {
  const bars = new Set<Element>()
  for (const root of roots) {
    for (const block of root.querySelectorAll(blocks)) addBars(block, bars)
    for (const column of root.querySelectorAll(columns)) bars.add(column)
  }
  return bars
}

/** A bar is next to a block or its wrapper. */
const levelsMax = 4

const addBars = (block: Element, bars: Set<Element>) => {
  let box: Element | null = block
  for (let level = 0; level < levelsMax && box; level++) {
    const found = [
      ...barsFrom(box, 'previousElementSibling', bars),
      ...barsFrom(box, 'nextElementSibling', bars),
    ]
    const parent: Element | null = unclobbered(box).parentElement
    if (!parent || hasOtherContent(parent, box, found)) return
    box = parent
  }
}

/** Returns the siblings in one direction up to the first that is content. */
const barsFrom = (
  box: Element,
  direction: 'previousElementSibling' | 'nextElementSibling',
  bars: Set<Element>,
): Element[] => {
  const found: Element[] = []
  let sibling = unclobbered(box)[direction]
  while (sibling && addBar(sibling, bars)) {
    found.push(sibling)
    sibling = unclobbered(sibling)[direction]
  }
  return found
}

const isShort = (element: Element) => isNumbered(element) || textOf(element).length <= 80

const hasOtherContent = (parent: Element, box: Element, bars: readonly Element[]): boolean =>
  [...unclobbered(parent).childNodes].some((node) => {
    if (isText(node)) return node.data.trim() !== ''
    return isElement(node) && node !== box && !bars.includes(node)
  })

/** Returns whether an element next to a code block is nothing else than a bar. */
const addBar = (element: Element, bars: Set<Element>): boolean => {
  const inner = [...unclobbered(element).querySelectorAll('*')]
  const all = [element, ...inner]
  if (all.some((part) => content.has(unclobbered(part).localName))) return false
  const text = textOf(element)
  if (text === '') return true
  const buttons = isShort(element) ? all.filter(isCopyButton) : []
  for (const button of buttons) bars.add(button)
  const rest = buttons.reduce((left, button) => left.replace(textOf(button), ''), text).trim()
  const isBar = rest === '' || isGutter(element, all) || isLanguage(rest, all, buttons.length > 0)
  if (isBar) bars.add(element)
  return isBar
}

/** A bar has no other content. */
const content = new Set('pre code p h1 h2 h3 h4 h5 h6 img input iframe video table ul ol hr math'.split(' '))

const isGutter = (element: Element, all: readonly Element[]) =>
  all.some(isNumbered) && /^[\d\s]+$/.test(textOf(element)) && isCount(countOf(element))

/** Elements for lines have no white space between them. */
const countOf = (element: Element): string => {
  const { childElementCount, children } = unclobbered(element)
  return childElementCount === 0 ? textOf(element) : [...children].map(countOf).join(' ')
}

const isLanguage = (text: string, elements: readonly Element[], hasButton: boolean): boolean =>
  languages.has(text.toLowerCase()) &&
  (hasButton || elements.some((element) => /lang/i.test(unclobbered(element).getAttribute('class') ?? '')))
