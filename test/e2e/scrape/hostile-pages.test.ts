import { expect, test } from 'vitest'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

const timeoutMs = 1_000

const sentence =
  'The tide had <b>turned</b> by the time the <a href="/keeper">keeper</a> wrote the last line. '

/** An article of a quarter of a megabyte. */
const article = Array.from(
  { length: 250 },
  (_, i) => `<h2>Part ${i}</h2><p class="text">${sentence.repeat(10)}</p><ul><li>one<li>two</ul>`,
).join('')

/** Every kind of content whose cost could grow with the square of its length. */
const wide = [
  `<p>${Array.from({ length: 10_000 }, (_, i) => `<span>w${i}</span> `).join('')}`,
  `<p>${`<b>${' '.repeat(100)}</b>`.repeat(2_000)}end`,
  `<ol>${'<li>item'.repeat(5_000)}</ol>`,
  `<table><tr>${'<td colspan=1000 rowspan=65534>x'.repeat(500)}</table>`,
  `<pre>${'`'.repeat(200_000)}</pre><code>${'`a'.repeat(50_000)}</code>`,
  `<p>${'['.repeat(200_000)}`,
].join('')

const nested = (open: string, close: string, times: number) => `${open.repeat(times)}${close.repeat(times)}`

/** Every kind of nesting. The formatting elements come last, because they are never closed. */
const deep = [
  nested('<ul><li>list', '</ul>', 600),
  nested('<table><tr><td>table', '</table>', 250),
  nested('<blockquote>quote', '</blockquote>', 250),
  `${'<div>'.repeat(2_000)}bottom${'</div>'.repeat(2_000)}`,
  `${'<b><i><a href=x>'.repeat(500)}unclosed`,
].join('')

const documents: Record<string, string> = {
  '/wide': wide,
  '/long': article,
  '/deep': deep,
  '/huge': `<p>text<div id=hidden hidden></div><script>const text = 'x'.repeat(1_000_000); for (let i = 0; i < 21; i++) hidden.append(text)</script>`,
  '/reactions': `<script>customElements.define('x-trap', class extends HTMLElement { disconnectedCallback() { for (;;); } })</script><p>text<x-trap class=ad>`,
}

const fixture = await startScrapeFixture({
  '/fine': page('<p>fine'),
  ...Object.fromEntries(
    Object.entries(documents).map(([path, html]) => [path, page(`<!doctype html><body>${html}`)]),
  ),
})

const assertNextSucceeds = async () => expect((await fixture.markdown('/fine')).trim()).toBe('fine')

test.each([
  ['/wide', 'md', ['w9999', 'end', 'item', '`a`a']],
  ['/long', 'md', ['## Part 249']],
  ['/deep', 'md', ['list', 'table', 'quote', 'bottom', 'unclosed']],
  ['/deep', 'html', ['list', 'table', 'quote', 'bottom', 'unclosed']],
] as const)('a document that is hard to read is complete: %s as %s', async (path, format, expected) => {
  const { text } = await fixture.scrape(path, { format, waitUntil: ['load'], timeoutMs: 10_000 })
  for (const part of expected) expect(text.includes(part), part).toBe(true)
})

test('a document with more than 20 million characters is refused', async () => {
  const outcome = fixture.scrape('/huge', { format: 'html', timeoutMs: 30_000 }).then(
    ({ text }) => text.length,
    ({ code }) => code,
  )
  expect(await outcome).toBe('result_too_large')
  await assertNextSucceeds()
})

test('a script that the page runs when content is removed is stopped', async () => {
  using _limits = scaleLimits(0.3, 'reserve')
  const scraping = fixture.scrape('/reactions', { excludeSelectors: ['.ad'], timeoutMs })
  await expect(scraping).rejects.toMatchObject({ code: 'page_timeout' })
  await assertNextSucceeds()
})
