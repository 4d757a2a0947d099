import { describe, expect, test } from 'vitest'
import { readHtmlHead } from '../../../../lib/core/html/read-html-head.ts'

const read = (html: string) => readHtmlHead(html, 'https://shop.example/a/b?c')

test.each([
  ['<title>Plain</title>', 'Plain'],
  ['<TITLE lang="en">\n Two\t words </TITLE >', 'Two words'],
  ['<title>A &amp; B &#8211; &#x41;&eacute;&hellip; &unknown; &#150;</title>', 'A & B – Aé… &unknown; –'],
  ['<!-- <title>no</title> --><title>yes</title>', 'yes'],
  ['<script>"<title>no</title>"</script><title>yes</title>', 'yes'],
  ['<svg><title>no</title></svg><title>yes</title>', 'yes'],
  ['<meta content="<title>no</title>"><title>yes</title>', 'yes'],
  ['<title>a <b>b</b></title><title>second</title>', 'a <b>b</b>'],
  ['<p>none', ''],
  ['<title>not closed', ''],
])('title of %s', (html, expected) => {
  expect(read(html).title).toBe(expected)
})

test.each([
  ['<link rel="shortcut ICON" href="i.png">', 'https://shop.example/a/i.png'],
  ['<link href=/i.png rel=icon>', 'https://shop.example/i.png'],
  ['<link rel=apple-touch-icon href=t.png><link rel=icon href=i.png>', 'https://shop.example/a/i.png'],
  ['<link rel=apple-touch-icon href=t.png>', 'https://shop.example/a/t.png'],
  [
    '<base href="https://cdn.example/x/"><link rel=icon href="i.png?a=1&amp;b=2">',
    'https://cdn.example/x/i.png?a=1&b=2',
  ],
  ['<link rel=icon>', undefined],
  ['<p>none', undefined],
])('icon of %s', (html, expected) => {
  expect(read(html).icon).toBe(expected)
})

describe('a hostile document is read in linear time:', () => {
  test.each([
    ['open comments', '<!--'],
    ['open scripts', '<script>'],
    ['open tags', '<a '],
    ['open quotes', '<a b="'],
    ['attributes', ' a=b'],
    ['spaces', '<link rel=icon                '],
    ['entities', '<title>&#'],
    ['less-than signs', '<'],
    ['nested elements', '<b>'],
    ['ends of paragraphs in nested elements', '<b></p>'],
  ])('%s', (_name, piece) => {
    const html = `<p ${piece.repeat(1_000_000 / piece.length)}`
    expect(read(html)).toBeDefined()
  })
})

test('what follows elements that are nested as deep as a browser nests them is read', () => {
  const depth = 500
  const html = `${'<b>'.repeat(depth)}${'</b>'.repeat(depth)}<title>found</title>`
  expect(read(html).title).toBe('found')
})
