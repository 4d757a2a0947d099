/// <reference lib="dom" />

/** Markup of Prism and CommonMark, GitHub, SyntaxHighlighter. */
const marked = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s{0,9})([\w+#.-]+)/

/** Pandoc and highlight.js put the language next to their own class. */
const adjacent = /(?:^|\s)(?:sourceCode|hljs|prettyprint)\s{1,9}([\w+#-]+)/

const none = new Set(['none', 'plain', 'plaintext', 'text', 'nohighlight', 'linenums'])

/** Returns the language of a code block, or an empty string. */
export const languageOf = (pre: Element): string => {
  const { parentElement } = unclobbered(pre)
  const code = unclobbered(pre).querySelector('code')
  const places = [code, pre, parentElement].filter((place) => place !== null).map(unclobbered)
  const attributes = places.map(
    (place) => place.getAttribute('data-language') ?? place.getAttribute('data-lang') ?? '',
  )
  const classes = places.map((place) => place.getAttribute('class') ?? '')
  const found = [
    ...classes.map((text) => marked.exec(text)?.[1]),
    ...attributes,
    unclobbered(pre).getAttribute('lang'),
    ...classes.map((text) => adjacent.exec(text)?.[1]),
  ].find((language) => language)
  return found && /^[\w+#.-]+$/.test(found) && !none.has(found) ? found : ''
}
