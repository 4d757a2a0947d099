import { createHash } from 'node:crypto'
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

const imagePattern = /\]\([^)\s]*images\/([^)\s/]+)\.(\w+)\)/g

/** Returns the name of an image among the site's files, which contains a hash. Small ones are inside the pages and are written here. */
const findSiteImage = async (name: string, extension: string, docsDir: string, assetsDir: string) => {
  const found = (await readdir(assetsDir)).find(
    (file) => file.startsWith(`${name}.`) && file.endsWith(`.${extension}`),
  )
  if (found !== undefined) return found
  const image = await readFile(join(docsDir, 'images', `${name}.${extension}`))
  const hash = createHash('sha256').update(image).digest('base64url').slice(0, 8)
  const written = `${name}.${hash}.${extension}`
  await writeFile(join(assetsDir, written), image)
  return written
}

const withSiteImages = async (markdown: string, docsDir: string, assetsDir: string) => {
  let text = markdown
  for (const [link, name = '', extension = ''] of markdown.matchAll(imagePattern))
    text = text.replace(link, `](/assets/${await findSiteImage(name, extension, docsDir, assetsDir)})`)
  return text
}

/** Returns the table of contents for language models (https://llmstxt.org). */
const toContents = (readme: string): string =>
  toSiteLinks(readme)
    .replace('# Documentation\n\n', '# Stillframe\n\n> ')
    .replace(/\]\((?!https?:)/g, '](/docs/')
    .concat('\n## API\n\n- [OpenAPI 3.1](/v1/openapi.json): every operation, parameter and response\n')

/** Writes every page of the documentation as Markdown next to its HTML, and llms.txt. */
export const writeSiteTexts = async (docsDir: string, siteDir: string): Promise<void> => {
  const assetsDir = join(siteDir, 'assets')
  for (const name of await readdir(docsDir, { recursive: true })) {
    if (!name.endsWith('.md') || name.startsWith('.') || name === 'index.md') continue
    const target = join(siteDir, 'docs', name.replace(/README\.md$/, 'index.md'))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, await withSiteImages(await toPlainPage(join(docsDir, name)), docsDir, assetsDir))
  }
  await writeFile(join(siteDir, 'llms.txt'), toContents(await readFile(join(docsDir, 'README.md'), 'utf8')))
}
