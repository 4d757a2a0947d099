import { describe, expect, test } from 'vitest'
import { readFixture } from '../../support/read-cases.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** By name, all in one page. */
const cases = {
  headings: Array.from(
    { length: 6 },
    (_, i) => `<h${i + 1}>Level <a href="/x">${i + 1}</a><br>\nmore</h${i + 1}><p>text</p>`,
  ).join(''),
  'table-cell':
    '<table><tr><th>A<th>B</tr><tr><td>a|b\\|c</td><td><p>one</p><p>two</p><ul><li>x<li>y</ul><pre>code\nlines</pre></td></tr></table>',
  'table-long': `<table><tr><th>n</th><th>m</th></tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(2_000)}</table>`,
  code: `<pre lang=go>a</pre><pre class="sourceCode rust"><code class="sourceCode rust">b</code></pre><div class="language-css"><pre>c</pre></div><pre><code class="hljs language-c++">d</code></pre><pre><code class="language-none">e</code></pre><pre>f<br>g</pre>`,
}

const clobbered = `<form><input name=childNodes><input name=localName><input name=shadowRoot><input name=getAttribute><input name=attributes><input name=nodeType><p>in a form</p></form><img name=body><img name=documentElement><img name=querySelectorAll><img name=baseURI><img name=title><p>after</p>`

const markdownOf = new Map<string, string>()

const sections = Object.entries(cases).map(([name, html]) => `<h1>Case ${name}</h1><div>${html}</div>`)
const fixture = await startScrapeFixture({
  '/cases': page(`<!doctype html><title>Cases</title>${sections.join('')}`),
  '/clobbered': page(`<!doctype html>${clobbered}`),
})
for (const section of (await fixture.markdown('/cases')).split(/^# Case /m).slice(1)) {
  const [, name = '', text = ''] = /^(\S+)\n\n([\s\S]*)$/.exec(section) ?? []
  markdownOf.set(name, `${text.trimEnd()}\n`)
}

const markdown = (name: keyof typeof cases) => markdownOf.get(name)

const expectedOf = (name: string) => readFixture(`scrape/${name}-markdown.txt`)

test('a page with every kind of element equals the expected Markdown', async () => {
  const markdown = await fixture.markdown('/scrape/article.html')
  expect(markdown.replaceAll(fixture.site.url, 'http://site.example')).toBe(expectedOf('article'))
})

test('formulas of KaTeX, MathJax, MathML and Wikipedia are TeX, once each', async () => {
  expect(await fixture.markdown('/scrape/mathematics.html')).toBe(expectedOf('mathematics'))
})

test('headings are one line each, in order', () => {
  const lines = markdown('headings')
    ?.split('\n')
    .filter((line) => line.startsWith('#'))
  expect(lines).toEqual(
    Array.from({ length: 6 }, (_, i) => `${'#'.repeat(i + 1)} Level [${i + 1}](${fixture.site.url}/x) more`),
  )
})

describe('tables', () => {
  test('each row is one line with as many cells as the head', () => {
    const [, , row = ''] = markdown('table-cell')?.split('\n') ?? []
    expect(row).toBe('| a\\|b\\\\\\|c | one<br>two<br>- x<br>- y<br>`code`<br>`lines` |')
  })

  test('of 2,000 rows are complete', () => {
    expect(markdown('table-long')?.split('\n').length).toBe(2_003)
  })
})

test('code keeps its language for every kind of markup', () => {
  const code = markdown('code')
  expect(code?.match(/^```.+$/gm)).toEqual(['```go', '```rust', '```css', '```c++'])
  expect(code).toContain('```\nf\ng\n```')
})

test('a page that clobbers members of its form and document is read anyway', async () => {
  expect(await fixture.markdown('/clobbered')).toBe('in a form\n\nafter\n')
  expect((await fixture.scrape('/clobbered')).text).toMatch(
    /^<!DOCTYPE html><html><head><\/head><body><form>/,
  )
})
