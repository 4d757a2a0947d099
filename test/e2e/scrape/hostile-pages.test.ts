import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScrapeFixture, startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

const timeoutMs = 1_500

const sentence =
  'The tide had <b>turned</b> by the time the <a href="/keeper">keeper</a> wrote the last line. '

/** A megabyte as an article has it. */
const megabyte = Array.from(
  { length: 1_000 },
  (_, i) => `<h2>Part ${i}</h2><p class="text">${sentence.repeat(10)}</p><ul><li>one<li>two</ul>`,
).join('')

const documents: Record<string, string> = {
  '/megabyte': megabyte,
  '/nested': `${'<div>'.repeat(20_000)}bottom`,
  '/unclosed': `${'<b><i><a href=x>'.repeat(1_000)}text`,
  '/nested-lists': '<ul><li>x'.repeat(2_000),
  '/nested-tables': '<table><tr><td>x'.repeat(500),
  '/nested-quotes': '<blockquote>x'.repeat(500),
  '/siblings': Array.from({ length: 70_000 }, (_, i) => `<span>w${i}</span> `).join(''),
  '/spans': `<table><tr>${'<td colspan=1000 rowspan=65534>x'.repeat(2_000)}</table>`,
  '/long-list': `<ol>${'<li>item'.repeat(50_000)}</ol>`,
  '/spaces': `<p>${`<b>${' '.repeat(100)}</b>`.repeat(9_000)}end`,
  '/backticks': `<pre>${'`'.repeat(500_000)}</pre><code>${'`a'.repeat(50_000)}</code>`,
  '/brackets': '['.repeat(500_000),
  '/huge': `<script>let text = 'x'.repeat(1_000_000); for (let i = 0; i < 22; i++) document.body.append(text)</script>`,
  '/getters': `<script>Object.defineProperty(Element.prototype, 'shadowRoot', { get() { for (;;); } }); getComputedStyle = () => { for (;;); }</script><p>text`,
  '/reactions': `<script>customElements.define('x-trap', class extends HTMLElement { disconnectedCallback() { for (;;); } })</script><p>text<x-trap class=ad>`,
}

let fixture: ScrapeFixture
beforeAll(async () => {
  fixture = await startScrapeFixture({
    '/fine': page('<p>fine'),
    ...Object.fromEntries(
      Object.entries(documents).map(([path, html]) => [path, page(`<!doctype html><body>${html}`)]),
    ),
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const assertNextSucceeds = async () => expect((await fixture.markdown('/fine')).trim()).toBe('fine')

describe('a document that is made to be hard to read gives a result', () => {
  const paths = Object.keys(documents).filter((path) => path !== '/huge')

  test.each(paths)('%s', async (path) => {
    for (const format of ['html', 'md'] as const) {
      const { text } = await fixture.scrape(path, { format, waitUntil: ['load'] })
      expect(text).not.toBe('')
    }
  })

  test('of more than 20 million characters is refused', async () => {
    for (const format of ['html', 'md'] as const)
      await expect(fixture.scrape('/huge', { format })).rejects.toMatchObject({ code: 'result_too_large' })
    await assertNextSucceeds()
  })
})

test('a script of the page that runs while content is taken out is stopped', async () => {
  const scraping = fixture.scrape('/reactions', { excludeSelectors: ['.ad'], timeoutMs })
  await expect(scraping).rejects.toMatchObject({ code: 'page_timeout' })
  await assertNextSucceeds()
})

test('a megabyte becomes Markdown in a time like that of its render', async () => {
  await fixture.markdown('/megabyte')
  const { report, text } = await fixture.scrape('/megabyte', { format: 'md', waitUntil: ['load'] })
  expect(text.match(/^## Part \d+$/gm)?.length).toBe(1_000)
  const { navigate = 0, settle = 0, capture = 0 } = report.phasesMs
  // Half a second of processor time; the rest is for machines that do other things beside it.
  expect(capture).toBeLessThan(2_000 + 3 * (navigate + settle))
})
