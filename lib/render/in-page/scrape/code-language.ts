import { attributeOf, contains, firstIn, nameOf, textOf, treeOf, unclobbered } from '../dom.ts'

/** Markup of Prism and CommonMark, GitHub, MediaWiki, SyntaxHighlighter, Crayon, Org mode. */
const marked =
  /(?:^|\s)(?:language-|lang-|highlight-(?:source|text)-|mw-highlight-lang-|brush:\s{0,9}|lang:|src src-)([\w+#.-]+)/

/** Pandoc, highlight.js and SyntaxHighlighter put the language next to their own class. */
const highlighters = new Set(['sourceCode', 'hljs', 'prettyprint', 'syntaxhighlighter'])

const docutils = /^code ([\w+#-]+) literal-block$/

const none = new Set('none plain plaintext plain-text text txt output nohighlight auto default'.split(' '))

/** Languages of people, which `lang` and the classes of a page name, too. */
const spoken = /^(?:ar|da|de|el|en|es|fi|fr|he|hi|it|ja|ko|nl|no|pt|ru|sv|tr|uk|zh)(?:[-_]\w{2,4})?$/i

/** A wrapper of a code block has few levels. */
const levelsMax = 4

/** Returns the language of a code block, or an empty string. */
export const languageOf = (block: Element): string => {
  const code = firstIn(block, 'code[class], code[data-lang], code[data-language], [lang]')
  const inside = [code, block].filter((place) => place !== null).map(unclobbered)
  // Most blocks state their language, and looking around them takes longer.
  const stated = inside.map((place) => markedIn(place.getAttribute('class') ?? '')).find(isOfCode)
  if (stated) return toLanguage(stated)
  const around = wrappersOf(block).map(unclobbered)
  const attributes = [...inside, ...around].map(
    (place) =>
      place.getAttribute('data-language') ??
      place.getAttribute('data-lang') ??
      place.getAttribute('data-mode-id') ??
      place.getAttribute('data-enlighter-language') ??
      '',
  )
  const classesOf = (places: typeof around) => places.map((place) => place.getAttribute('class') ?? '')
  const classes = classesOf([...inside, ...around])
  const found = [
    ...classes.map(markedIn),
    ...attributes,
    ...inside.map((place) => place.getAttribute('lang')),
    labelOfCrayon(block),
    ...classes.map((text) => wordBeside(text, highlighters)),
    ...inside.map(onlyWord),
    ...inside.map((place) => docutils.exec(place.getAttribute('class') ?? '')?.[1]),
    ...around.map(ofGenerator),
  ].find(isOfCode)
  return found ? toLanguage(found) : ''
}

const markedIn = (names: string): string | undefined => marked.exec(names)?.[1]?.replace(scopes, '')

/** Scopes of TextMate, such as `text.html.php` and `source.css.scss`, end with the language. */
const scopes = /^(?:html|xml|css)-(?!basic)|-basic$/g

/** A single class may be the language, as for highlight.js and GeSHi. */
const onlyWord = (place: Pick<Element, 'getAttribute'>): string | undefined => {
  const name = (place.getAttribute('class') ?? '').trim()
  return isLanguageName(name) ? name : undefined
}

const isOfCode = (language: string | null | undefined) => language && !spoken.test(language)

const toLanguage = (found: string) => (/^[\w+#.-]+$/.test(found) && !none.has(found) ? found : '')

/** Crayon only shows the language. */
const labelOfCrayon = (block: Element): string | undefined => {
  const crayon = unclobbered(block).closest('.crayon-syntax')
  const label = crayon && firstIn(crayon, '.crayon-language')
  return label ? textOf(label).trim().toLowerCase() : undefined
}

const hexo = new Set(['highlight'])

/** Classes that say how a block looks. */
const styleClasses = new Set(['numberSource', 'numberLines', 'nogutter', 'linenums', 'copyable'])

/** Returns the class after one of these, or before it if that is a language. */
const wordBeside = (names: string, words: ReadonlySet<string>): string | undefined => {
  const all = names.split(/\s+/).filter((name) => !styleClasses.has(name))
  const index = all.findIndex((name) => words.has(name))
  const [before = '', after] = [all[index - 1], index < 0 ? undefined : all[index + 1]]
  if (after && /^[\w+#-]+$/.test(after) && !highlighters.has(after)) return after
  return isLanguageName(before) ? before : undefined
}

/** The elements around a block that are only about this block. */
const wrappersOf = (block: Element): Element[] => {
  const wrappers: Element[] = []
  let { parentElement } = treeOf(block)
  while (parentElement && wrappers.length < levelsMax && isWrapper(parentElement, block)) {
    wrappers.push(parentElement)
    parentElement = treeOf(parentElement).parentElement
  }
  return wrappers
}

const isWrapper = (element: Element, block: Element): boolean =>
  !/^(body|main|article|section|li)$/.test(nameOf(element)) &&
  [...unclobbered(element).querySelectorAll('pre, p')].every(
    (other) => contains(block, other) || contains(other, block) || /^[\d\s]*$/.test(textOf(other)),
  )

/** Hexo names the language next to `highlight`, Sphinx after it. */
const ofGenerator = (wrapper: ReturnType<typeof unclobbered<Element>>): string | undefined => {
  const names = wrapper.getAttribute('class') ?? ''
  if (wrapper.localName === 'figure') return wordBeside(names, hexo)
  const inner = wrapper.firstElementChild && attributeOf(wrapper.firstElementChild, 'class')
  if (!/(?:^|\s)highlight(?:\s|$)/.test(inner ?? '')) return undefined
  return /(?:^|\s)highlight-(?!(?:source|text)-)([\w+#-]+)/.exec(names)?.[1]
}

const labels = new Set(
  'js javascript jsx ts typescript tsx python py ruby rb go golang rust rs c c++ cpp c# csharp f# fsharp objective-c java kotlin swift php html css scss sass less json jsonc json5 yaml yml toml ini xml svg sh bash zsh fish shell console terminal powershell cmd batch sql mysql postgresql plsql diff patch docker dockerfile make makefile markdown md mdx lua perl r julia scala haskell elixir erlang clojure dart vue svelte astro graphql protobuf hcl terraform nginx apache http text txt plaintext output basic vb vba vbnet visual-basic fortran cobol pascal delphi ada asm assembly matlab octave tcl groovy gradle ocaml lisp scheme racket prolog solidity zig nim crystal latex tex awk properties env csv log'.split(
    ' ',
  ),
)

/** Returns whether a text next to a code block names a language. */
export const isLanguageName = (text: string): boolean => labels.has(text.toLowerCase())
