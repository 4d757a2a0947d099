import { expect, test } from 'vitest'
import { readFixture } from '../../support/read-cases.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

const clobbered = `<form><input name=childNodes><input name=localName><input name=shadowRoot><input name=getAttribute><input name=attributes><input name=nodeType><p>in a form</p></form><img name=body><img name=documentElement><img name=querySelectorAll><img name=baseURI><img name=title><p>after</p>`

const fixture = await startScrapeFixture({
  '/cells': page(
    '<!doctype html><table><tr><th>A<th>B</tr><tr><td>a|b\\|c</td><td><p>one</p><p>two</p><ul><li>x<li>y</ul><pre>code\nlines</pre></td></tr></table>',
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
