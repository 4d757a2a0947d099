import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** By name, all in one page. The last one adds to the end of the page. */
const cases = {
  hidden: `<style>.a{display:none}.b{visibility:hidden}.c{content-visibility:hidden}</style><!-- comment --><p>seen</p>
    <p class=a>display</p><p class=b>visibility <b style="visibility:visible">back</b></p><p class=c>content</p><p hidden>attribute</p>
    <div class=a><p style="display:block">inside</p></div><noscript>noscript</noscript><template>template</template>
    <script>0 // script</script><dialog>dialog</dialog><input value=input type=hidden><textarea>area</textarea>`,
  headings: Array.from(
    { length: 6 },
    (_, i) => `<h${i + 1}>Level <a href="/x">${i + 1}</a><br>\nmore</h${i + 1}><p>text</p>`,
  ).join(''),
  markup: `<p>&lt;img src=x onerror=alert(1)&gt; &amp;amp; [a](b) *c* _d_ \`e\` # f ~~g~~</p><p># not a heading</p><p>- not an item</p><p>1. neither</p><p>&gt; nor a quotation</p>`,
  'table-head': '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
  'table-spans':
    '<table><tr><td rowspan=3>x</td><td>1</td><td>2</td></tr><tr><td colspan=2>wide</td></tr><tr><td>3</td><td>4</td></tr></table>',
  'table-cell':
    '<table><tr><th>A<th>B</tr><tr><td>a|b\\|c</td><td><p>one</p><p>two</p><ul><li>x<li>y</ul><pre>code\nlines</pre></td></tr></table>',
  'table-code': '<table><tr><th>A</tr><tr><td><code>a|b</code></td></tr></table>',
  'table-long': `<table><tr><th>n</th><th>m</th></tr>${'<tr><td>1</td><td>2</td></tr>'.repeat(2_000)}</table>`,
  'list-start': '<ol start=9><li>nine</li><li value=20>twenty</li><li>next</li></ol>',
  code: `<pre lang=go>a</pre><pre class="sourceCode rust"><code class="sourceCode rust">b</code></pre><div class="language-css"><pre>c</pre></div><pre><code class="hljs language-c++">d</code></pre><pre><code class="language-none">e</code></pre><pre>f<br>g</pre>`,
  links:
    '<a href="?q=a b">query</a> <a href="//other.example/x">scheme</a> <a href="(x)">brackets</a> <a href=" JavaScript:alert(1)">script</a> <a>none</a> <a href=/empty></a> <a href="/i"><img alt="an [i]" src="/i.png"></a>',
  lazy: '<img alt=a src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/late.png"><img alt=b srcset="/small.png 1x, /large.png 2x"><img alt=c src="data:image/png;base64,x">',
  slots: `<x-card><span slot=title>Title</span>rest<i slot=none>lost</i></x-card><script>customElements.define('x-card', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<h2><slot name=title>fallback</slot></h2><p>before <slot></slot> <slot name=other>other fallback</slot></p>' } })</script>`,
  'empty-items': `<ul style="visibility:hidden"><li><a href="/a">A</a><img alt="" src="/i.png"><ul><li>B</li></ul></li></ul><ul><li>shown<ul><li></li><li>inner</li><li><a href="/x"><svg></svg></a></li></ul></li><li><a href="/y"><i class="icon"></i></a></li></ul>
    <ol><li>one</li><li style="visibility:hidden">two</li><li>three</li></ol><table style="visibility:hidden"><tr><th>a</th></tr><tr><td>b</td></tr></table>`,
  'skip-links': `<style>.skip{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}.path{position:absolute;clip-path:inset(50%)}.off{position:absolute;left:-9999px}.block{display:block}</style>
    <a class=skip href="#main">Skip to main content</a><a class=path href="#nav">Skip to navigation</a><a class=off href="#end">Skip</a>
    <div><a class=block href="/1">one</a><a class=block href="/2">two</a></div><p>text<a style="float:right" href="/3">aside</a>more</p>`,
  rows: '<nav style="display:flex"><a href="/a">A</a><a href="/b">B</a><span>C</span><div>D</div></nav><p style="display:flex;flex-direction:column"><span>E</span><span>F</span></p>',
  'inline-blocks':
    '<span style="display:block">one</span><span style="display:block">two</span><x-a>three</x-a><x-a>four</x-a><div style="display:inline">five</div>',
  details:
    '<details><summary>Question</summary>Answer</details>after <details open><summary>Next</summary></details>end',
  emphasis: '<p><i>all</i> part<i>ly</i>, <em>after</em>wards, これは<em>強調</em>です, un<b>bold</b>ed</p>',
  late: `<p>first</p><script>addEventListener('DOMContentLoaded', () => document.body.append(Object.assign(document.createElement('h2'), { textContent: 'by script' })))</script>`,
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

const expectedOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/scrape/${name}-markdown.txt`, import.meta.url)), 'utf8')

test('a page with every kind of element equals the expected Markdown', async () => {
  const markdown = await fixture.markdown('/scrape/article.html')
  expect(markdown.replaceAll(fixture.site.url, 'http://site.example')).toBe(expectedOf('article'))
})

test('formulas of KaTeX, MathJax, MathML and Wikipedia are TeX, once each', async () => {
  expect(await fixture.markdown('/scrape/mathematics.html')).toBe(expectedOf('mathematics'))
})

test('closed and open details are separate paragraphs', () => {
  expect(markdown('details')).toBe('**Question**\n\nAnswer\n\nafter\n\n**Next**\n\nend\n')
})

test('emphasis of a part of a word has asterisks, because underscores would be letters there', () => {
  expect(markdown('emphasis')).toBe('_all_ part*ly*, *after*wards, これは*強調*です, un**bold**ed\n')
})

test('list items without content are omitted, and the others keep their numbers', () => {
  expect(markdown('empty-items')).toBe('- shown\n  - inner\n\n1. one\n3. three\n')
})

test('text for screen readers only is omitted, and block links are separate paragraphs', () => {
  const { url } = fixture.site
  expect(markdown('skip-links')).toBe(`[one](${url}/1)\n\n[two](${url}/2)\n\ntext [aside](${url}/3) more\n`)
})

test('hidden elements, scripts, styles and comments are omitted', () => {
  expect(markdown('hidden')).toBe('seen\n\n**back**\n')
})

test('content written by scripts is included', () => {
  expect(markdown('late')).toBe('first\n\n## by script\n')
})

test('headings are one line each, in order', () => {
  const lines = markdown('headings')
    ?.split('\n')
    .filter((line) => line.startsWith('#'))
  expect(lines).toEqual(
    Array.from({ length: 6 }, (_, i) => `${'#'.repeat(i + 1)} Level [${i + 1}](${fixture.site.url}/x) more`),
  )
})

test('text that looks like markup stays text', () => {
  expect(markdown('markup')).toBe(
    '\\<img src=x onerror=alert(1)> \\&amp; \\[a\\](b) \\*c\\* \\_d\\_ \\`e\\` # f \\~\\~g\\~\\~\n\n\\# not a heading\n\n\\- not an item\n\n1\\. neither\n\n\\> nor a quotation\n',
  )
})

describe('tables', () => {
  test.each([
    ['table-head', '| A | B |\n| --- | --- |\n| 1 | 2 |\n'],
    ['table-spans', '|  |  |  |\n| --- | --- | --- |\n| x | 1 | 2 |\n|  | wide |  |\n|  | 3 | 4 |\n'],
    ['table-code', '| A |\n| --- |\n| `a\\|b` |\n'],
  ] as const)('%s', (name, expected) => {
    expect(markdown(name)).toBe(expected)
  })

  test('each row is one line with as many cells as the head', () => {
    const [, , row = ''] = markdown('table-cell')?.split('\n') ?? []
    expect(row).toBe('| a\\|b\\\\\\|c | one<br>two<br>- x<br>- y<br>`code`<br>`lines` |')
  })

  test('of 2,000 rows are complete', () => {
    expect(markdown('table-long')?.split('\n').length).toBe(2_003)
  })
})

test('ordered lists keep their numbers', () => {
  expect(markdown('list-start')).toBe('9. nine\n20. twenty\n21. next\n')
})

test('code keeps its language for every kind of markup', () => {
  const code = markdown('code')
  expect(code?.match(/^```.+$/gm)).toEqual(['```go', '```rust', '```css', '```c++'])
  expect(code).toContain('```\nf\ng\n```')
})

test('links are absolute, and javascript: links become text', () => {
  const { url } = fixture.site
  expect(markdown('links')).toBe(
    `[query](${url}/cases?q=a%20b) [scheme](http://other.example/x) [brackets](<${url}/(x)>) script none [![an \\[i\\]](${url}/i.png)](${url}/i)\n`,
  )
})

test('image URLs are absolute, also lazy ones, and data: images are omitted', () => {
  const { url } = fixture.site
  expect(markdown('lazy')).toBe(`![a](${url}/late.png)![b](${url}/small.png)c\n`)
})

test('slots are filled in place', () => {
  expect(markdown('slots')).toBe('## Title\n\nbefore rest other fallback\n')
})

test('a page that clobbers members of its form and document is read anyway', async () => {
  expect(await fixture.markdown('/clobbered')).toBe('in a form\n\nafter\n')
  expect((await fixture.scrape('/clobbered')).text).toMatch(
    /^<!DOCTYPE html><html><head><\/head><body><form>/,
  )
})

test('blocks are separated and inline elements joined, as displayed', () => {
  expect(markdown('inline-blocks')).toBe('one\n\ntwo\n\nthreefourfive\n')
})

test('words in a flex row are separated in one line', () => {
  const { url } = fixture.site
  expect(markdown('rows')).toBe(`[A](${url}/a) [B](${url}/b) C\n\nD\n\nE\n\nF\n`)
})
