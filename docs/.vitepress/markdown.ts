import type { MarkdownRenderer } from 'vitepress'

/** Returns the anchor of a heading as GitHub makes it. Links to headings then work in both places. */
export const toSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Indented code receives the frame of fenced code, in which long lines scroll. Without it, they widen the page. */
export const frameIndentedCode = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.push('frame-indented-code', (state) => {
    for (const token of state.tokens) if (token.type === 'code_block') token.type = 'fence'
  })
}

/**
 * Links to the page that GitHub shows for a folder, `README.md`, lead to the index of the folder on the site. The changelog is in the
 * root of the repository, and on the site in docs/.
 */
export const linkIndexPages = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.push('link-index-pages', (state) => {
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href')
      if (href !== null)
        token.attrSet(
          'href',
          href.replace(/(^|\/)README\.md(?=#|$)/, '$1index.md').replace(/^docs\//, '/docs/'),
        )
    }
  })
}
