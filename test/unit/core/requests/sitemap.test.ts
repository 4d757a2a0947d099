import { expect, test } from 'vitest'
import { locationsMax, parseSitemap, type Sitemap } from '../../../../lib/core/requests/sitemap.ts'

const page = 'https://a.test/1'

test.each<[name: string, text: string, expected: Sitemap | undefined]>([
  [
    'a sitemap',
    `<?xml version="1.0"?>\n<urlset xmlns="x">\n<url><loc> ${page} </loc></url></urlset>`,
    { kind: 'pages', urls: [page] },
  ],
  [
    'an index',
    `<sitemapindex><sitemap><loc>${page}</loc></sitemap></sitemapindex>`,
    { kind: 'index', urls: [page] },
  ],
  [
    'a prefix',
    `<s:urlset xmlns:s="x"><s:url><s:loc>${page}</s:loc></s:url></s:urlset>`,
    { kind: 'pages', urls: [page] },
  ],
  [
    'images, which are no pages',
    `<urlset><url><loc>${page}</loc><image:image><image:loc>https://a.test/1.png</image:loc></image:image></url></urlset>`,
    { kind: 'pages', urls: [page] },
  ],
  [
    'entities',
    '<urlset><url><loc>https://a.test/?a=1&amp;b=&#x32;&#51;</loc></url></urlset>',
    { kind: 'pages', urls: ['https://a.test/?a=1&b=23'] },
  ],
  [
    'CDATA',
    '<urlset><url><loc><![CDATA[https://a.test/?a&b]]></loc></url></urlset>',
    { kind: 'pages', urls: ['https://a.test/?a&b'] },
  ],
  [
    'comments',
    `<urlset><!-- <url><loc>https://a.test/old</loc></url> --><url><loc>${page}</loc></url></urlset>`,
    { kind: 'pages', urls: [page] },
  ],
  [
    'comments around the root and in a location',
    `<!-- <sitemapindex> --><urlset><url><loc><!-- </loc> -->${page}<!-- new --></loc></url><!-- <loc>`,
    { kind: 'pages', urls: [page] },
  ],
  [
    'lines of text',
    `\ufeff${page}\r\nhttps://a.test/2\n`,
    { kind: 'pages', urls: [page, 'https://a.test/2'] },
  ],
  ['an empty sitemap', '<urlset></urlset>', { kind: 'pages', urls: [] }],
  ['a page', '<!doctype html><title>Not found</title>', undefined],
])('reads %s', (_name, text, expected) => {
  expect(parseSitemap(text)).toEqual(expected)
})

test.each([
  ['locations', `<urlset>${'<loc>a</loc>'.repeat(4_000_000)}`],
  ['lines', `${page}\n`.repeat(2_000_000)],
])('of too many %s, it reads one more than allowed', (_name, text) => {
  expect(parseSitemap(text)?.urls).toHaveLength(locationsMax + 1)
})

test.each([
  ['locations that do not end', `<urlset>${'<loc>'.repeat(4_000_000)}`],
  ['comments', `<urlset>${'<!--<loc>-->'.repeat(1_000_000)}`],
  ['comments in a location', `<urlset><loc>${'<!-->'.repeat(1_000_000)}--></loc>`],
])('many %s take no time', (_name, text) => {
  expect(parseSitemap(text)).toEqual({ kind: 'pages', urls: [] })
})
