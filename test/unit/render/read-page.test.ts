import { expect, test } from 'vitest'
import { toPageMetadata } from '../../../lib/render/outputs/snapshot/read-page.ts'
import { PageMetadata } from '../../../lib/schema/snapshot-document.ts'

const empty = { title: '', language: '', metas: [], links: [], jsonLd: [], truncated: false }

test('a page that says nothing about itself has nulls and empty lists', () => {
  expect(PageMetadata.parse(toPageMetadata(empty))).toEqual({
    title: '',
    description: null,
    canonical: null,
    language: null,
    theme_color: null,
    author: null,
    open_graph: {},
    twitter_card: {},
    json_ld: [],
    icons: [],
    feeds: [],
    truncated: false,
  })
})

test('properties are grouped in document order, and a name like a member of an object is only a name', () => {
  const metas = [
    { name: 'og:image', content: 'a' },
    { name: 'og:title', content: 't' },
    { name: 'og:image', content: 'b' },
    { name: 'og:__proto__', content: 'p' },
    { name: 'description', content: ' d ' },
    { name: 'description', content: 'second' },
  ]
  const { open_graph, description } = toPageMetadata({ ...empty, metas })
  expect(open_graph).toEqual({ 'og:image': ['a', 'b'], 'og:title': ['t'], 'og:__proto__': ['p'] })
  expect(description).toBe('d')
})

test('the properties of articles and products are in open_graph, and the author next to it', () => {
  const metas = [
    { name: 'article:published_time', content: '2026-01-02T03:04:05Z' },
    { name: 'article:tag', content: 'a' },
    { name: 'article:tag', content: 'b' },
    { name: 'product:price:amount', content: '12.99' },
    { name: 'articles', content: 'no' },
    { name: 'author', content: 'Ann' },
  ]
  const { open_graph, author } = toPageMetadata({ ...empty, metas })
  expect(open_graph).toEqual({
    'article:published_time': ['2026-01-02T03:04:05Z'],
    'article:tag': ['a', 'b'],
    'product:price:amount': ['12.99'],
  })
  expect(author).toBe('Ann')
})

test('links are chosen by the words of their relation, and JSON-LD that is not valid is left out', () => {
  const link = (rel: string, type = '') => ({
    rel,
    url: `https://a.test/${rel}${type}`,
    type,
    title: '',
    sizes: '',
  })
  const links = [
    link('shortcut icon'),
    link('apple-touch-icon'),
    link('mask-icon'),
    link('alternate', 'application/atom+xml'),
    link('alternate', 'text/html'),
    link('canonical'),
  ]
  const made = toPageMetadata({ ...empty, links, jsonLd: ['{"a":1}', '{', '[1]'] })
  expect(made.icons.map(({ rel }) => rel)).toEqual(['shortcut icon', 'apple-touch-icon'])
  expect(made.feeds.map(({ type }) => type)).toEqual(['application/atom+xml'])
  expect(made.canonical).toBe('https://a.test/canonical')
  expect(made.json_ld).toEqual([{ a: 1 }, [1]])
})

test('JSON-LD of more than 100 levels is left out, however deep it is', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const jsonLd = [nested(100), nested(101), nested(90_000), '{"a":1}']
  const { json_ld } = toPageMetadata({ ...empty, jsonLd })
  expect(JSON.stringify(json_ld)).toBe(`[${nested(100)},{"a":1}]`)
})
