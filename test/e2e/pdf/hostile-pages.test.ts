import { expect, test } from 'vitest'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

const fixture = await startPdfFixture({
  '/endless-print': page('<script>onbeforeprint = () => { for (;;); }</script>x'),
  '/reloads-in-print': page('<script>onbeforeprint = () => location.reload()</script><h1>stays</h1>'),
  '/goes-in-print': page('<script>onbeforeprint = () => { location = "/grows" }</script><h1>stays</h1>'),
  '/print-sheet': page(
    '<h1>before</h1><link rel="stylesheet" media="print" href="/never"><style>@media screen { p { display: none } }</style><p>after',
  ),
  '/never': () => undefined,
  '/asks-in-print': page(
    '<script>onbeforeprint = () => { for (let i = 0; i < 5; i++) alert(1); print() }</script>x',
  ),
  '/grows': page('<script>setInterval(() => document.body.append("grows ".repeat(50)), 1)</script><body>x'),
  '/closes': page(
    '<script>onbeforeprint = () => { window.close(); document.documentElement.remove() }</script>x',
  ),
})

const outcomeOf = (request: Record<string, unknown>) =>
  fixture.take(request).then(
    ({ contentType }) => contentType,
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )

test.each([
  ['a handler before printing', { url: '/endless-print', timeout: 1 }, /^page_timeout/],
  ['a page that grows', { url: '/grows', timeout: 1 }, /^application\/pdf/],
  [
    'a page that opens dialogs when it is printed',
    { url: '/asks-in-print', timeout: 10 },
    /^application\/pdf/,
  ],
])('an endless page ends: %s', async (_, request, expected) => {
  // A document that arrives has more time on a busy machine.
  using _limits = scaleLimits(request.url === '/endless-print' ? 0.3 : 4, 'reserve', 'page')
  expect(await outcomeOf(request)).toMatch(expected)
  expect((await fixture.read({ html: '<p>next' })).pageCount).toBe(1)
})

test('a page that disappears when it is printed is a PDF or a page error', async () => {
  expect(await outcomeOf({ url: '/closes', timeout: 2 })).toMatch(/^(application\/pdf|page_)/)
  expect((await fixture.read({ html: '<p>next' })).pageCount).toBe(1)
})

test.each([
  ['/reloads-in-print', { pdf_one_page: true }],
  ['/goes-in-print', { pdf_page_ranges: '1,1-1' }],
])('%s is the same document in every print', async (url, options) => {
  expect(await (await fixture.read({ url, ...options })).text(1)).toBe('stays')
})

test('a print style sheet in the body that never arrives does not end the document', async () => {
  using _limits = scaleLimits(0.3, 'ready')
  const { body, report } = await fixture.take({ url: '/print-sheet', timeout: 3 })
  await using pdf = await readPdf(body)
  expect(await pdf.text(1)).toMatch(/before\s+after/)
  expect(report.waitsExpired).toContain('styles')
})

test('a document of more than 2,000 pages is refused with the limit', async () => {
  using _limits = scaleLimits(4, 'reserve')
  const html = '<div style="height:2200000px">x</div>'
  expect(await outcomeOf({ html })).toMatch(/^result_too_large: The document has more than 2,000 pages/)
})

test('page rules whose margins leave no space cause no error of the service', async () => {
  const html = '<style>@page { margin: 20in }</style>x'
  expect(await outcomeOf({ html })).toMatch(/^(application\/pdf|invalid_parameter: .*no room)/)
})
