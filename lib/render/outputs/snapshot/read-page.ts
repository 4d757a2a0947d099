import { parseJsonLd } from '../../../core/html/parse-json-ld.ts'
import type { PageLinks, PageMetadata } from '../../../schema/snapshot-document.ts'
import type { RawMetadata } from '../../in-page/read-page.ts'
import type { OutputContext } from './output-context.ts'

const linkLimits = { linksMax: 5000, textMax: 500, urlMax: 8192 }

export const metadataLimits = { textMax: 8192, entriesMax: 200, jsonMax: 200_000 }

interface PageFacts {
  metadata: PageMetadata | undefined
  links: PageLinks | undefined
}

/** Returns what the page says about itself, and at most 5,000 of its links, as far as they are requested. */
export const readPage = async ({ call, outputs }: OutputContext): Promise<PageFacts> => {
  if (!(outputs.metadata || outputs.links)) return { metadata: undefined, links: undefined }
  const limits = [
    outputs.metadata ? metadataLimits : undefined,
    outputs.links ? linkLimits : undefined,
  ] as const
  const { metadata, links } = await call('readPage', ...limits)
  return { metadata: metadata && toPageMetadata(metadata), links }
}

/** Sorts what the head of a page contains by its meaning. */
export const toPageMetadata = ({
  title,
  language,
  metas,
  links,
  jsonLd,
  truncated,
}: RawMetadata): PageMetadata => {
  const contentOf = (name: string) => metas.find((meta) => meta.name === name)?.content.trim() || null
  const linksWith = (rel: string) => links.filter((link) => link.rel.split(/\s+/).includes(rel))
  const icons = [...linksWith('icon'), ...linksWith('apple-touch-icon')]
  return {
    title,
    description: contentOf('description'),
    canonical: linksWith('canonical')[0]?.url ?? null,
    language: language.trim() || null,
    theme_color: contentOf('theme-color'),
    author: contentOf('author'),
    open_graph: groupProperties(metas, openGraph),
    twitter_card: groupProperties(metas, ['twitter']),
    json_ld: jsonLd.flatMap(parseJson),
    icons: icons.map(({ url, rel, sizes, type }) => ({ url, rel, sizes: sizes || null, type: type || null })),
    feeds: linksWith('alternate')
      .filter(({ type }) => feedTypes.has(type))
      .map(({ url, title: name, type }) => ({ url, title: name || null, type })),
    truncated,
  }
}

const feedTypes: ReadonlySet<string> = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
])

/** The namespaces of the Open Graph protocol, and those for products and places in shops and Facebook. */
const openGraph = ['og', 'article', 'book', 'music', 'profile', 'video', 'product', 'business', 'place', 'fb']

const groupProperties = (
  metas: RawMetadata['metas'],
  prefixes: readonly string[],
): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(metas, ({ name }) => name)]
      .filter(([name]) => prefixes.some((prefix) => name.startsWith(`${prefix}:`)))
      .map(([name, found]) => [name, found.map(({ content }) => content)]),
  )

/** Real JSON-LD has a few levels. Thousands would exhaust the stack where they are written as JSON again. */
const levelsMax = 100

/** Some pages have JSON-LD that cannot be read. */
const parseJson = (text: string): unknown[] => {
  try {
    const value = parseJsonLd(text)
    return isNested(value, levelsMax) ? [] : [value]
  } catch {
    return []
  }
}

/** Returns whether a JSON value has more levels of arrays and objects. */
const isNested = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNested(inner, levels - 1)))
