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
 * root of the repository, and on the site in docs/. The landing page is in docs/, and on the site in the root.
 */
export const linkIndexPages = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.push('link-index-pages', (state) => {
    const isLanding = (state.env as { relativePath?: string }).relativePath === 'index.md'
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href')
      if (href !== null)
        token.attrSet(
          'href',
          href
            .replace(/(^|\/)README\.md(?=#|$)/, '$1index.md')
            .replace(/^docs\//, '/docs/')
            .replace(isLanding ? /^(?=[a-z/-]+\.md)/ : /$^/, '/docs/'),
        )
    }
  })
}

/** Replaces the placeholder in commands by the URL of the repository from which the site is built. */
export const nameRepository = (markdown: MarkdownRenderer, repository: string): void => {
  markdown.core.ruler.before('normalize', 'name-repository', (state) => {
    state.src = state.src.replaceAll('<this repository>', `https://github.com/${repository}`)
  })
}
