import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScrapeFixture, startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

const timeoutMs = 1_500

const sentence =
  'The tide had <b>turned</b> by the time the <a href="/keeper">keeper</a> wrote the last line. '

/** An article of one megabyte. */
const megabyte = Array.from(
  { length: 1_000 },
  (_, i) => `<h2>Part ${i}</h2><p class="text">${sentence.repeat(10)}</p><ul><li>one<li>two</ul>`,
).join('')

const documents: Record<string, string> = {
  '/megabyte': megabyte,
  '/nested': `${'<div>'.repeat(5_000)}bottom`,
  '/unclosed': `${'<b><i><a href=x>'.repeat(1_000)}text`,
  '/nested-lists': '<ul><li>x'.repeat(2_000),
  '/nested-tables': '<table><tr><td>x'.repeat(500),
  '/nested-quotes': '<blockquote>x'.repeat(500),
  '/siblings': Array.from({ length: 20_000 }, (_, i) => `<span>w${i}</span> `).join(''),
  '/spans': `<table><tr>${'<td colspan=1000 rowspan=65534>x'.repeat(500)}</table>`,
  '/long-list': `<ol>${'<li>item'.repeat(5_000)}</ol>`,
  '/spaces': `<p>${`<b>${' '.repeat(100)}</b>`.repeat(9_000)}end`,
  '/backticks': `<pre>${'`'.repeat(500_000)}</pre><code>${'`a'.repeat(50_000)}</code>`,
  '/brackets': '['.repeat(500_000),
  '/huge': `<script>let text = 'x'.repeat(1_000_000); for (let i = 0; i < 21; i++) document.body.append(text)</script>`,
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

describe('a document that is hard to read', () => {
  const paths = Object.keys(documents).filter((path) => !['/huge', '/megabyte'].includes(path))

  test.each(paths)('%s is scraped', async (path) => {
    for (const format of ['html', 'md'] as const) {
      const { text } = await fixture.scrape(path, { format, waitUntil: ['load'], timeoutMs: 30_000 })
      expect(text).not.toBe('')
    }
  })

  test('with more than 20 million characters is refused', async () => {
    await expect(fixture.scrape('/huge', { format: 'html', timeoutMs: 30_000 })).rejects.toMatchObject({
      code: 'result_too_large',
    })
    await assertNextSucceeds()
  })
})

test('a script that the page runs when content is removed is stopped', async () => {
  const scraping = fixture.scrape('/reactions', { excludeSelectors: ['.ad'], timeoutMs })
  await expect(scraping).rejects.toMatchObject({ code: 'page_timeout' })
  await assertNextSucceeds()
})

test('a megabyte becomes Markdown without losing a part', async () => {
  const text = await fixture.markdown('/megabyte', { waitUntil: ['load'] })
  expect(text.match(/^## Part \d+$/gm)?.length).toBe(1_000)
})
