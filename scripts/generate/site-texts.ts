import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const includePattern = /<!--@include: (\S+?)-->/g

/** The address of a page on the site is that of its folder for the page that GitHub shows for the folder. */
const toSiteLinks = (markdown: string): string =>
  markdown.replace(/(\]\((?:[^)\s#]*\/)?)README\.md/g, '$1index.md')

/** Returns a file of the root of the repository. On the site it is in docs/. */
const readIncluded = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8')).replaceAll('](docs/', '](').trimEnd()

/** Returns a page without what only the generators of the site read. */
const toPlainPage = async (path: string): Promise<string> => {
  let text = (await readFile(path, 'utf8')).replace(/^---\n[\s\S]*?\n---\n+/, '')
  for (const [comment, included = ''] of text.matchAll(includePattern))
    text = text.replace(comment, await readIncluded(join(dirname(path), included)))
  return toSiteLinks(text)
    .split('\n')
    .filter((line) => !/^(?:<!-- .* -->|::: ?[a-z-]*)$/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimStart()
}

/** Returns the table of contents for language models (https://llmstxt.org). */
const toContents = (readme: string): string =>
  toSiteLinks(readme)
    .replace('# Documentation\n\n', '# Stillframe\n\n> ')
    .replace(/\]\((?!https?:)/g, '](/docs/')
    .concat('\n## API\n\n- [OpenAPI 3.1](/v1/openapi.json): every operation, parameter and response\n')

/** Writes every page of the documentation as Markdown next to its HTML, and llms.txt. */
export const writeSiteTexts = async (docsDir: string, siteDir: string): Promise<void> => {
  for (const name of await readdir(docsDir, { recursive: true })) {
    if (!name.endsWith('.md') || name.startsWith('.') || name === 'index.md') continue
    const target = join(siteDir, 'docs', name.replace(/README\.md$/, 'index.md'))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, await toPlainPage(join(docsDir, name)))
  }
  await writeFile(join(siteDir, 'llms.txt'), toContents(await readFile(join(docsDir, 'README.md'), 'utf8')))
}
