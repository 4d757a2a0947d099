import type { PageMetadata } from '../../../schema/snapshot-document.ts'

/** Returns what a page states about itself as YAML above its Markdown, or an empty string. JSON is a part of YAML 1.2: https://yaml.org/spec/1.2.2/ */
export const toFrontMatter = (page: PageMetadata): string => {
  const property = (name: string) => page.open_graph[name]?.find((value) => value.trim() !== '')?.trim()
  const articles = page.json_ld
    .flatMap(nodesOf)
    .filter((node) => 'headline' in node || 'datePublished' in node)
  const stated = {
    title: page.title.trim() || property('og:title'),
    author: page.author ?? articles.map(authorsOf).find((names) => names !== ''),
    published: property('article:published_time') ?? textIn(articles, 'datePublished'),
    language: page.language,
    canonical: page.canonical,
    site: property('og:site_name'),
  }
  const lines = Object.entries(stated).filter(([, value]) => value)
  if (lines.length === 0) return ''
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('')}---\n\n`
}

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const nodesOf = (value: unknown): Node[] => {
  const nodes = [value].flat().filter(isNode)
  return nodes.flatMap((node) => [node, ...[node['@graph']].flat().filter(isNode)])
}

const textIn = (nodes: readonly Node[], name: string): string | undefined =>
  nodes.map((node) => node[name]).find((value) => typeof value === 'string')

const authorsOf = ({ author }: Node): string =>
  [author]
    .flat()
    .map((one) => (isNode(one) ? one['name'] : one))
    .filter((name) => typeof name === 'string')
    .join(', ')
