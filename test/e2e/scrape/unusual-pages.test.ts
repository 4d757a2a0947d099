import { expect, test } from 'vitest'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page, type Route, readPages } from '../../support/sites/fixture-server.ts'

/** Short enough to make Readability try again, for which it writes HTML. */
const content =
  '<h1>Tide</h1><p>High <b>water</b> at noon.</p><span class="MathJax" data-mathml="<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"></span><p><code>a</code><x-part></x-part>'

const markdown = '# Tide\n\nHigh **water** at noon.\n\n$\\frac{1}{2}$\n\n`a`'

const part = `<script>document.querySelector('x-part')?.attachShadow({ mode: 'open' }).append('part')</script>`

const withPolicy = (policy: string, body = content): Route =>
  page(`<!doctype html><body>${body}`, { 'content-security-policy': policy })

const trustedTypes = "require-trusted-types-for 'script'"

const throwing = '{ createHTML() { throw 1 }, createScript() { throw 1 }, createScriptURL() { throw 1 } }'

/** Each replaces what a script of the page can replace. */
const replacements = [
  `for (const Kind of [Node, Element, HTMLElement, Document, HTMLDocument, ShadowRoot, Range, DOMImplementation, Text]) {
    for (const name of Object.getOwnPropertyNames(Kind.prototype))
      Object.defineProperty(Kind.prototype, name, { get() { throw new Error(name) }, set() {}, configurable: true })
  }`,
  'for (const name of Object.getOwnPropertyNames(window)) if (name !== "location") try { window[name] = undefined } catch {}',
]

/** Named like members of the document and of the window, and like the service's own names. */
const names = [
  'body head title documentElement implementation childNodes querySelectorAll createElement compatMode',
  'Document Range Element XMLSerializer getComputedStyle URL Map Set globalThis',
  'unclobbered elementsIn isElement isHtml stillframeScrape stillframeKept stillframeChanges stillframeHeights',
]
  .join(' ')
  .split(' ')

const xml = (source: string) => page(source, { 'content-type': 'text/xml' })

const routes: Record<string, Route> = {
  '/policy/default': withPolicy(
    trustedTypes,
    `<script>trustedTypes.createPolicy('default', ${throwing})</script>${content}`,
  ),
  '/policy/nothing': withPolicy(`default-src 'none'; base-uri 'none'; ${trustedTypes}`),
  '/policy/sandbox-scripts': withPolicy(`sandbox allow-scripts; ${trustedTypes}`),
  ...Object.fromEntries(
    replacements.map((script, index) => [
      `/replaced/${index}`,
      page(`<!doctype html><body>${content}${part}<script>${script}</script>`),
    ]),
  ),
  '/names': page(
    `<!doctype html><body>${content}${names
      .map(
        (name) =>
          `<form name="${name}"></form><img name="${name}" alt=""><div id="${name}"></div><iframe name="${name}"></iframe>`,
      )
      .join('')}`,
  ),
  '/xhtml': page(
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><h1>Tide</h1><p>High <b>water</b> at <![CDATA[noon]]>.</p></body></html>`,
    { 'content-type': 'application/xhtml+xml', 'content-security-policy': trustedTypes },
  ),
  ...readPages('scrape/unusual-pages.txt'),
  '/no-body': page(
    '<!doctype html><p>x<script>document.body.remove(); document.documentElement.append("bare text")</script>',
  ),
  '/drawing': page(
    '<svg xmlns="http://www.w3.org/2000/svg"><title>Tide</title><text y="20">drawn <tspan>by</tspan><tspan x="9">hand</tspan></text><text display="none">hidden</text><g><text>Sun &amp; moon</text></g></svg>',
    { 'content-type': 'image/svg+xml' },
  ),
  '/drawing/without-text': page('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>', {
    'content-type': 'image/svg+xml',
  }),
  '/feed': xml(
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>a &amp; b</title><link href="/e1"/></feed>',
  ),
  '/sitemap': xml('<?xml version="1.0"?><!-- c --><urlset><loc><![CDATA[<x>]]></loc></urlset>'),
  '/styled': xml(
    '<?xml version="1.0"?><?xml-stylesheet href="/none.css"?><doc><title>The title</title> <para>First <link>part</link></para></doc>',
  ),
}

const fixture = await startScrapeFixture(routes)

const htmlOf = async (path: string) => (await fixture.scrape(path)).text

const paths = Object.keys(routes).filter((path) => /^\/(policy|replaced|names)/.test(path))
test.each(paths)('a page is read whatever it forbids, replaces or is named like: %s', async (path) => {
  const expected = `${markdown}${path.startsWith('/replaced') ? 'part' : ''}`
  expect((await fixture.markdown(path, { onlyMainContent: true })).trim()).toBe(expected)
  expect(await htmlOf(path)).toContain('<p>High <b>water</b> at noon.</p>')
})

test.each([
  ['/xhtml', '# Tide\n\nHigh **water** at noon.', '<body><h1>Tide</h1>'],
  ['/no-root', '', ''],
  ['/no-body', 'bare text', 'bare text'],
  ['/frameset', 'bare text', '<frame src="/no-body">'],
  [
    '/frameset/nested',
    '- [Spring]($/frames/spring)\n\n# Tide\n\nHigh **water** ![mole]($/frames/mole.png)\n\n[Other site](http://127.0.0.2/other)',
    '<frame src="/frames/menu">',
  ],
  ['/drawing', '![Tide]($/drawing)\n\ndrawn by hand\n\nSun & moon', '<text y="20">drawn'],
  ['/drawing/without-text', '![]($/drawing/without-text)', '<path d="M0 0"/>'],
])('a document of another shape is read: %s', async (path, text, html) => {
  const markdown = (await fixture.markdown(path)).trim()
  expect(markdown.replaceAll(fixture.site.url, '$')).toBe(text)
  expect(await htmlOf(path)).toContain(html)
})

test('what a page has taken over from a frame is like what it has made itself', async () => {
  expect(await fixture.markdown('/moved')).toBe(`# Main

moved [link](${fixture.site.url}/x "t")

\`\`\`c
x;
\`\`\`

| c | d |
| ---: | --- |
| 1 | 2 |

field

- [x] done

**shadow** slotted![i](${fixture.site.url}/i.png)
`)
})

test('a fallback is in the Markdown where the page shows it', async () => {
  const file = `no [file](${fixture.site.url}/d.pdf)\n\ntext **inner**`
  expect((await fixture.markdown('/fallback')).trim()).toBe(file)
  const { text } = await fixture.scrape('/fallback', { format: 'md', scriptsDisabled: true })
  expect(text.trim()).toBe(`${file} canvasnoscript`)
})

test('HTML has the doctype of the page and the comments around its root element', async () => {
  expect(await htmlOf('/comments')).toMatch(
    /^<!-- a --><!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD HTML 4.01\/\/EN" "[^"]*"><!-- b --><html><head><\/head><body>x<\/body><\/html><!-- c -->$/,
  )
  expect(await htmlOf('/legacy')).toMatch(/^<!DOCTYPE html SYSTEM "about:legacy-compat"><html>/)
})

test('XML that the browser shows as a tree is a block of its source', async () => {
  expect(await fixture.markdown('/feed')).toBe(
    '```xml\n<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>a &amp; b</title><link href="/e1"/></feed>\n```\n',
  )
  expect(await fixture.markdown('/sitemap', { onlyMainContent: true })).toBe(
    '```xml\n<?xml version="1.0"?><!-- c --><urlset><loc><![CDATA[<x>]]></loc></urlset>\n```\n',
  )
})

test.each([
  ['XML that a style sheet shows, whatever its elements are called,', '/styled', 'The title First part\n'],
  ['a body that is hidden until a script runs', '/hidden/body', '# Shown after a script\n'],
  ['a root that is hidden until a script runs', '/hidden/root', '# Shown after a script\n'],
])('%s is read', async (_name, path, expected) => {
  using _limits = scaleLimits(0.3, 'ready')
  expect(await fixture.markdown(path)).toBe(expected)
})

test('parts that React streamed are in their places although no script ran', async () => {
  const text = await fixture.markdown('/streamed', { scriptsDisabled: true })
  expect(text).toBe('# Shell\n\nLate text\n\nlater\n\n| Rows |\n| --- |\n| and a segment |\n\n## After\n')
})
