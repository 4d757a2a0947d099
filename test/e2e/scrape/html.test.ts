import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ScrapePlan } from '../../../lib/core/plan/render-plan.ts'
import { metadata } from '../../support/render/render.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page, readPages } from '../../support/sites/fixture-server.ts'

const article = `<!doctype html><html lang="en"><head><title>The tide</title></head><body>
<nav class="menu"><a href="/a">Home</a> <a href="/b">About us</a></nav>
<aside class="sidebar"><h3>Related</h3><a href="/c">Another story</a></aside>
<article><h1>The tide</h1>${'<p>The tide had turned by the time the keeper wrote the last line of the log, and the lamp, which nobody had asked for, was already lit in the tower.</p>'.repeat(8)}<p><a href="more">More of it</a></p></article>
<footer class="footer">Copyright and imprint</footer></body></html>`

const parts = `<!doctype html><title>Parts</title><header>Head</header><main><p class="a">one</p><p class="b">two</p><div class="a"><p class="a">three</p></div></main>
<x-part></x-part><script>document.querySelector('x-part').attachShadow({ mode: 'open' }).innerHTML = '<p class="a">in shadow</p><p class="ad">ad</p>'</script>`

const prose =
  '<p>The tide had turned by the time the keeper wrote the last line of the log, and the lamp, which nobody had asked for, was already lit in the tower.</p>'.repeat(
    6,
  )

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`

const mainContents = {
  '/main/similar': document(
    'Typo.css - 网页重设与排版',
    `<article><h1>网页重设与排版：typo.css</h1>${prose}</article>`,
  ),
  '/main/third': document(
    'Harbour 3 | Right to left',
    `<div class="head"><h3>Right to left</h3><a href="/">Home</a></div><article>${prose}</article>`,
  ),
  '/main/above': document(
    'Harbour',
    `<div class="banner"><h1>Lights</h1></div><div><h2>How to read a light</h2><a href="/">Home</a></div><article>${prose}</article>`,
  ),
  '/main/sections': document(
    'Cheat sheet',
    `<article><h1>Cheat sheet</h1><div class="part"><h2>Introduction</h2><div>A quick reference.<ul><li><a href="/1">Learn it in ten minutes</a></li><li><a href="/2">The whole manual</a></li></ul></div></div><div class="part"><h2>Loops</h2>${prose}</div><div class="part"><h2>Functions</h2>${prose}</div></article>`,
  ),
  '/main/quotation': document(
    'Quotations',
    `<article><h1>Quotations</h1>${prose}<blockquote><p>It was a bright cold day in April.</p><footer>George Orwell, <cite>1984</cite></footer></blockquote>${prose}</article>`,
  ),
}

const fixture = await startScrapeFixture({
  '/favicon.ico': page('icon', { 'content-type': 'image/png' }),
  '/built': page(
    `<!DOCTYPE html><html lang="de" data-x='"'><head><title>Grüße &amp;</title></head><body onload="document.body.append('by script')"><p>x</p></body></html>`,
    { 'x-text': 'yes' },
  ),
  '/latin': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=windows-1252' })
      .end(Buffer.from('<!doctype html><p>caf\xe9 \x80', 'latin1')),
  ...readPages('scrape/html-pages.txt'),
  '/quirks': page('<p>x'),
  '/json': page('{"a": "<b>"}', { 'content-type': 'application/json' }),
  '/article': page(article),
  ...Object.fromEntries(Object.entries(mainContents).map(([path, text]) => [path, page(text)])),
  '/parts': page(parts),
  '/font': () => undefined,
})

const html = async (path: string, overrides: Partial<ScrapePlan> = {}) =>
  (await fixture.scrape(path, overrides)).text

describe('the document after rendering', () => {
  test('contains what animation frames and intersection observers add, although nothing is drawn', async () => {
    const text = await html('/frames', { delayMs: 200 })
    expect(text).toContain(' by frame')
    expect(text).toContain(' by observer')
  })

  test('is complete, with the changes of scripts', async () => {
    const { contentType, extension, text } = await fixture.scrape('/built', { waitUntil: ['load'] })
    expect([contentType, extension]).toEqual(['text/html; charset=utf-8', 'html'])
    expect(text).toBe(
      '<!DOCTYPE html><html lang="de" data-x="&quot;"><head><title>Grüße &amp;</title></head><body onload="document.body.append(\'by script\')"><p>x</p>by script</body></html>',
    )
  })

  test('is UTF-8 for every charset of the page', async () => {
    expect(await html('/latin')).toContain('<p>café €</p>')
  })

  test('has no doctype if the page has none', async () => {
    expect(await html('/quirks')).toBe('<html><head></head><body><p>x</p></body></html>')
  })

  test('contains open and declarative shadow trees, also nested ones', async () => {
    const text = await html('/scrape/article.html')
    expect(text).toContain('<div id="declared"><template shadowrootmode="open"><h5>Declarative shadow</h5>')
    expect(text).toContain('<inner-host><template shadowrootmode="open"><p>Shadow in shadow</p></template>')
  })

  test('of JSON is what the browser shows', async () => {
    expect(await fixture.markdown('/json')).toBe('```\n{"a": "<b>"}\n```\n')
  })
})

describe('main content', () => {
  test('is the article without its surroundings', async () => {
    const text = await html('/article', { onlyMainContent: true })
    expect(text).toMatch(
      /^<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>The tide<\/title>/,
    )
    expect(text).toContain('The tide had turned')
    expect(text).toContain(`href="${fixture.site.url}/more"`)
    expect(text).not.toMatch(/About us|Another story|imprint/)
  })

  test.each([
    ['/main/similar', /^# 网页重设与排版：typo\.css\n\nThe tide/],
    ['/main/third', /^### Right to left\n\nThe tide/],
    ['/main/above', /^# Lights\n\n## How to read a light\n\nThe tide/],
    [
      '/main/sections',
      /^# Cheat sheet\n\n## Introduction\n\nA quick reference\.\n\n- \[Learn[\s\S]*\n\n## Loops\n\nThe tide/,
    ],
    ['/main/quotation', /> It was a bright cold day in April\.\n> \n> George Orwell, 1984\n/],
  ])('keeps its headline, sections and attributions: %s', async (path, expected) => {
    expect(await fixture.markdown(path, { onlyMainContent: true })).toMatch(expected)
  })

  test('has its formulas as MathML, and nothing of the service', async () => {
    const text = await html('/scrape/mathematics.html', { onlyMainContent: true })
    expect(text).toContain('<math alttext="E=mc^2" display="inline"><mi>E</mi><mo>=</mo><mi>m</mi>')
    expect(text).not.toMatch(/stillframe|katex-html/)
  })

  test('of a page without an article is the whole page', async () => {
    expect(await html('/bare', { onlyMainContent: true })).toContain('<title>t</title>')
    expect(await fixture.markdown('/parts', { onlyMainContent: true })).toContain('one')
  })
})

describe('selectors', () => {
  test('include elements in the order of the document, each once, in shadow trees too', async () => {
    const text = await html('/parts', { includeSelectors: ['x-part p.a', '.a'] })
    expect(text).toContain('<title>Parts</title>')
    expect(/<body>([\s\S]*)<\/body>/.exec(text)?.[1]).toBe(
      '\n<p class="a">one</p>\n<div class="a"><p class="a">three</p></div>\n<p class="a">in shadow</p>\n',
    )
  })

  test('exclude elements, in shadow trees too', async () => {
    const text = await html('/parts', { excludeSelectors: ['header', '.ad', '.b', '.nothing'] })
    expect(text).not.toMatch(/<header>|<p class="b">|ad<\/p><\/template>/)
    expect(text).toContain('in shadow')
  })

  test('exclude from what they include', async () => {
    const plan = { includeSelectors: ['main'], excludeSelectors: ['.a'] }
    expect(await html('/parts', plan)).toContain('<main><p class="b">two</p></main>')
    expect(await fixture.markdown('/parts', plan)).toBe('two\n')
  })

  test.each([
    [{ includeSelectors: ['p', 'a[['] }, 'invalid_parameter', '`include_selectors`: "a[[" is not a valid'],
    [{ excludeSelectors: [':nope'] }, 'invalid_parameter', '`exclude_selectors`: ":nope" is not a valid'],
    [{ includeSelectors: ['.nothing'] }, 'selector_not_found', '`include_selectors` matches no element'],
  ])('%o returns 400', async (plan, code, message) => {
    await expect(html('/parts', plan)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })
})

test('metadata describes the page and the body', async () => {
  const { metadata: told, body } = await fixture.scrape('/built', {
    metadata: metadata('title', 'icon', 'status', 'hash', 'headers', 'report'),
  })
  expect(told).toMatchObject({
    Title: 'Gr%C3%BC%C3%9Fe &',
    Icon: `${fixture.site.url}/favicon.ico`,
    Status: '200',
    Hash: createHash('sha256').update(body).digest('hex'),
  })
  expect(JSON.parse(told['Headers'] ?? '')).toMatchObject({ 'x-text': 'yes' })
  expect(JSON.parse(told['Report'] ?? '').phasesMs).toHaveProperty('capture')
  const fonts = await fixture.scrape('/fonts', { metadata: metadata('fonts'), scriptsDisabled: true })
  expect(fonts.metadata['Fonts']).toBe('["Arimo"]')
})

test('a scrape does not wait for fonts', async () => {
  const { metadata: told } = await fixture.scrape('/late-font', { metadata: metadata('report') })
  expect(JSON.parse(told['Report'] ?? '').waitsExpired).toEqual([])
})

test('HTML of the caller is read as a page, with and without its scripts', async () => {
  const source = {
    kind: 'html',
    html: '<title>T</title><p id=p>sent<script>p.textContent = "changed"</script>',
  } as const
  expect((await fixture.scrape('/', { source })).text).toContain('<p id="p">changed')
  expect(await fixture.markdown('/', { source })).toBe('changed\n')
  expect((await fixture.scrape('/', { source, scriptsDisabled: true })).text).toBe(source.html)
})
