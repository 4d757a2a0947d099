import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { page } from '../../support/sites/fixture-server.ts'

const square = (id: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#0a0"/><text y="20">${id}</text></svg>`

const fixture = await startPdfFixture({
  '/square.svg': (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square(1)),
  '/slow.svg': (_request, response) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square(2)), 200)
  },
  '/lazy': page(
    `<body style="margin:0">${'<div style="height:3in;break-inside:avoid">part <img loading="lazy" src="/slow.svg"></div>'.repeat(30)}`,
  ),
  '/frame': page('<p>inside the frame'),
  '/page': page('<title>Ünï — 100 %</title><h1>Served</h1>'),
})

test('text of every script can be extracted from the document', async () => {
  const source = await readFile(new URL('../../fixtures/browser/scripts.html', import.meta.url), 'utf8')
  const lines = [...source.matchAll(/<p id="([^"]+)"[^>]*>([^<&]+)<\/p>/g)].map(([, id = '', text = '']) => ({
    id,
    text,
  }))
  const pdf = await fixture.read({ url: '/browser/scripts.html', pdf_width: '10in', pdf_height: '20in' })
  const letters = (text: string) =>
    [...text.normalize('NFKC')].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  const found = new Set(letters(await pdf.text(1)))
  expect(lines.length).toBeGreaterThan(20)
  const missing = lines.flatMap(({ id, text }) =>
    letters(text).flatMap((letter) => (found.has(letter) ? [] : `${id}: ${letter}`)),
  )
  expect(missing).toEqual([])
})

test.each([
  [false, [255, 255, 255]],
  [true, [0x12, 0x34, 0x56]],
])('with pdf_print_background=%s, the background of the page is %s', async (isPrinted, color) => {
  const html = '<body style="margin:0;background:#123456">'
  const pdf = await fixture.read({ html, pdf_print_background: isPrinted })
  expect(await pdf.color(1, 300, 300)).toEqual(color)
})

const html =
  '<!doctype html><html lang="en"><title>T</title><h1>One</h1><p>a<h2>Two</h2><ul><li>b</ul><h1>Three</h1>'

test.each([
  ['tags by default', {}, true, []],
  ['nothing when tags are declined', { pdf_tagged: false }, false, []],
  ['an outline, which brings tags', { pdf_outline: true, pdf_tagged: false }, true, ['One', 'Two', 'Three']],
])('the structure of a document: %s', async (_, options, isTagged, outline) => {
  const pdf = await fixture.read({ html, ...options })
  expect(await pdf.outline()).toEqual(outline)
  const roles = await pdf.roles(1)
  if (isTagged) expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'L']))
  else expect(roles).toEqual([])
})

test('bookmarks have the texts of the headings', async () => {
  const long =
    'How to address the questions of safety and what you can do with the lamps of the harbor in winter and in summer'
  const headings = [
    [`<h1>${long}</h1>`, long],
    [
      '<h2 style="width:120px">Alpha beta gamma delta epsilon zeta</h2>',
      'Alpha beta gamma delta epsilon zeta',
    ],
    [
      '<h2>With <em>emphasis</em> and <code>code</code><br>second line (1)</h2>',
      'With emphasis and code second line (1)',
    ],
    ['<h3 dir="rtl">מנורות הנמל 2026 בחורף</h3>', 'מנורות הנמל 2026 בחורף'],
    ['<h3 style="width:150px">Ünïcödé 灯台 العربية 😀</h3>', 'Ünïcödé 灯台 العربية 😀'],
    ['<h2>  Spaces   inside  </h2>', 'Spaces inside'],
    ['<h2 class="numbered">Numbered</h2>', 'Numbered'],
    ['<h2 lang="de" style="width:100px;hyphens:auto">Donaudampfschifffahrt</h2>', 'Donaudampfschifffahrt'],
  ] as const
  const html = `<meta charset="utf-8"><style>.numbered::before { content: "1. " }</style><h2 hidden>Hidden</h2>${headings.map(([element]) => element).join('')}`
  const pdf = await fixture.read({ html, pdf_outline: true, pdf_paper_format: 'a4', pdf_title: 'T' })
  expect(await pdf.outline()).toEqual(headings.map(([, text]) => text))
  expect(pdf.title).toBe('T')
})

test('title, author, subject and keywords are written, and outline, links, tags and text stay', async () => {
  const html =
    '<!doctype html><html lang="en"><title>Of the page</title><h1>One</h1><p><a href="#two">to two</a> <a href="https://example.com/">out</a> <a href="mailto:a@example.com">mail</a>' +
    '<h2 id="two" style="break-before:page">Two</h2>'
  const info = { pdf_title: 'Ünï (17) 😀', pdf_author: 'Harbor \\ Ltd.', pdf_keywords: 'a, b' }
  const request = { html, pdf_outline: true }
  const plain = await fixture.read(request)
  const pdf = await fixture.read({ ...request, ...info })
  expect(pdf.info).toEqual({
    ...plain.info,
    Title: 'Ünï (17) 😀',
    Author: 'Harbor \\ Ltd.',
    Keywords: 'a, b',
  })
  expect([plain.title, plain.info['Producer']]).toEqual(['Of the page', expect.stringContaining('Skia')])
  expect(await pdf.outline()).toEqual(['One', 'Two'])
  expect(await pdf.outlinePages()).toEqual([1, 2])
  expect(await pdf.links(1)).toEqual(['https://example.com/', 'mailto:a@example.com'])
  expect(await pdf.roles(1)).toEqual(await plain.roles(1))
  expect([await pdf.text(1), await pdf.text(2)]).toEqual([await plain.text(1), await plain.text(2)])
})

test('words are hyphenated as their language and `hyphens` say', async () => {
  const narrow = (lang: string, word: string) => `<p lang="${lang}" style="width:75px;hyphens:auto">${word}`
  const words = {
    de: 'Übersetzungsbüro',
    'en-US': 'misunderstandings',
    fr: 'développement',
    ru: 'ответственность',
  }
  const html = Object.entries(words).map(([lang, word]) => narrow(lang, word))
  const pdf = await fixture.read({
    html: `<meta charset="utf-8">${html.join('')}${narrow('und', 'ununderstandable')}`,
  })
  const shown = (await pdf.text(1)).replaceAll(/\u2010\s+/g, '-').split(/\s+/)
  expect(shown.map((word) => word.replaceAll('-', ''))).toEqual([...Object.values(words), 'ununderstandable'])
  expect(shown.filter((word) => !word.includes('-'))).toEqual(['ununderstandable'])
  expect(shown.slice(0, 2)).toEqual(['Überset-zungsbüro', 'misunder-standings'])
})

test.each([
  [{}, 'for paper'],
  [{ media_type: 'screen' }, 'for screens'],
])('the document of a page with %o is that %s', async (options, text) => {
  const html =
    '<style>@media print { .screen { display: none } } @media screen { .print { display: none } }</style><p class="screen">for screens</p><p class="print">for paper</p>'
  expect(await (await fixture.read({ html, ...options })).text(1)).toBe(text)
})

test('lazy images are printed on every page', async () => {
  const { body, report, facts } = await fixture.take({ url: '/lazy' })
  expect(report.images.missing).toBe(0)
  await using pdf = await readPdf(body)
  expect(pdf.pageCount).toBe(10)
  expect(facts).toEqual({ pages: 10 })
  const texts = await Promise.all(Array.from({ length: 10 }, (_, i) => pdf.text(i + 1)))
  for (const text of texts) expect(text.match(/2/g)).toHaveLength(3)
})

test('frames of other sites are printed', async () => {
  const inside = `http://127.0.0.1:${fixture.site.port}/frame`
  const pdf = await fixture.read({
    html: `<p>outside</p><iframe src="${inside}"></iframe>`,
    wait_until: ['load'],
  })
  expect(await pdf.text(1)).toContain('inside the frame')
})

test('the document has the title of the page, and metadata is returned', async () => {
  const { body, metadata, contentType, extension } = await fixture.take({
    url: '/page',
    metadata_title: true,
    metadata_status: true,
    metadata_hash: true,
    metadata_fonts: true,
    metadata_report: true,
  })
  await using pdf = await readPdf(body)
  expect([contentType, extension, pdf.title]).toEqual(['application/pdf', 'pdf', 'Ünï — 100 %'])
  expect(metadata).toMatchObject({
    Title: '%C3%9Cn%C3%AF %E2%80%94 100 %25',
    Status: '200',
    Hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    Fonts: '["Tinos"]',
    Report: expect.stringContaining('"capture"'),
  })
})
