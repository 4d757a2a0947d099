import { expect, test } from 'vitest'
import { readFixture } from '../../support/read-cases.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

const clobbered = `<form><input name=childNodes><input name=localName><input name=shadowRoot><input name=getAttribute><input name=attributes><input name=nodeType><p>in a form</p></form><img name=body><img name=documentElement><img name=querySelectorAll><img name=baseURI><img name=title><p>after</p>`

const head = `<title>Tides: "high"</title><meta name=author content="A. Keeper"><link rel=canonical href=/tides>
  <script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"Tides","datePublished":"2026-03-03","author":[{"name":"B"}]}]}</script>`

const fixture = await startScrapeFixture({
  '/cells': page(
    '<!doctype html><table><tr><th>A<th>B</tr><tr><td>a|b\\|c</td><td><p>one</p><p>two</p><ul><li>x<li>y</ul><pre>code\nlines</pre></td></tr></table>',
  ),
  '/addresses': page(
    `<!doctype html><html lang=en>${head}<p><a href="/a b" title=t>A</a>, <a href="/a b" title=t>again</a>, <a href=/c></a><a href=https://d.example/_x>https://d.example/_x</a>
    <a href=/e><img src=f.png alt="F [1]"></a><img src=g.png alt=G><img src=h.png alt=""></p>`,
  ),
  '/clobbered': page(`<!doctype html>${clobbered}`),
})

const expectedOf = (name: string) => readFixture(`scrape/${name}-markdown.txt`)

test('a page with every kind of element equals the expected Markdown', async () => {
  const markdown = await fixture.markdown('/scrape/article.html')
  expect(markdown.replaceAll(fixture.site.url, 'http://site.example')).toBe(expectedOf('article'))
})

test('formulas of KaTeX, MathJax, MathML and Wikipedia are TeX, once each', async () => {
  expect(await fixture.markdown('/scrape/mathematics.html')).toBe(expectedOf('mathematics'))
})

test('each row of a table is one line with as many cells as the head', async () => {
  const [, , row] = (await fixture.markdown('/cells')).split('\n')
  expect(row).toBe('| a\\|b\\\\\\|c | one<br>two<br>- x<br>- y<br>`code`<br>`lines` |')
})

test('a page that clobbers members of its form and document is read anyway', async () => {
  expect(await fixture.markdown('/clobbered')).toBe('in a form\n\nafter\n')
  expect((await fixture.scrape('/clobbered')).text).toMatch(
    /^<!DOCTYPE html><html><head><\/head><body><form>/,
  )
})

test.each([
  [
    'inline',
    '[A](/a%20b "t"), [again](/a%20b "t"), <https://d.example/_x> [![F \\[1\\]](/f.png)](/e)![G](/g.png)![](/h.png)\n',
  ],
  [
    'references',
    '[A][1], [again][1], <https://d.example/_x> [![F \\[1\\]][3]][2]![G][4]![][5]\n\n[1]: /a%20b "t"\n[2]: /e\n[3]: /f.png\n[4]: /g.png\n[5]: /h.png\n',
  ],
  ['none', 'A, again, <https://d.example/_x> F \\[1\\] G\n'],
] as const)('addresses of links and images are %s', async (form, expected) => {
  const markdown = { links: form, images: form, frontMatter: false }
  const text = await fixture.markdown('/addresses', { markdown })
  expect(text.replaceAll(fixture.site.url, '')).toBe(expected)
})

test('front matter has what the page states', async () => {
  const markdown = { links: 'none', images: 'none', frontMatter: true } as const
  const [matter] = (await fixture.markdown('/addresses', { markdown })).split('A, again')
  expect(matter?.replaceAll(fixture.site.url, '')).toBe(
    '---\ntitle: "Tides: \\"high\\""\nauthor: "A. Keeper"\npublished: "2026-03-03"\nlanguage: "en"\ncanonical: "/tides"\n---\n\n',
  )
  expect((await fixture.markdown('/cells', { markdown })).startsWith('|')).toBe(true)
})
