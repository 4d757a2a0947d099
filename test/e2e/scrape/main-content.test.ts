import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { inLanes } from '../../support/in-lanes.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { furtherMainPages } from '../../support/scrape/further-main-pages.ts'
import { mainPages } from '../../support/scrape/main-pages.ts'
import { page } from '../../support/sites/fixture-server.ts'

const long =
  '<p>The harbour office keeps a ledger of every boat that passes the mole, with the hour, the weather and the name of the pilot. Nobody has read the older volumes for years, yet each of them is dusted in spring.</p>'

const article = (content: string) =>
  `<header><nav><a href="/">Home</a></nav></header><main><h1>Guide</h1><div>${long.repeat(3)}${content}${long.repeat(3)}</div></main><footer>Imprint</footer>`

/** By name: a page, and what its main content contains in this order. */
const kept: Record<string, readonly [html: string, ...texts: string[]]> = {
  'cards that are links': [
    article(
      '<div class="cards"><a class="card" href="/a"><h3>Start</h3><p>Install it</p></a><a class="card" href="/b"><h3>Reference</h3><p>Options</p></a></div>',
    ),
    '### [Start]',
    'Install it',
    '### [Reference]',
    'Options',
    'The harbour',
  ],
  'a figure between two parts': [
    `<article><h1>Numbers</h1><div class="outer"><div class="first">${long.repeat(2)}</div></div><figure><img src="/i.png" alt="chart"><figcaption>A chart</figcaption></figure><div class="outer"><div>${long.repeat(8)}</div></div></article>`,
    '![chart]',
    'A chart',
    'The harbour',
  ],
  'an aside with a note': [
    article(
      '<aside aria-label="Note" class="starlight-aside"><p aria-hidden="true">Note</p><div><p>Use 2 GB of memory.</p></div></aside>',
    ),
    'Use 2 GB of memory.',
    'The harbour',
  ],
  'all posts of a discussion': [
    '<div class="topic"><h1>Wick trouble</h1><div class="post"><div>ann</div><div>My lamp smokes.</div></div><div class="post"><div>bob</div><div>Trim it.</div></div><div class="post"><div>cid</div><div>Use kerosene, it burns cleaner than fish oil, and it smells less.</div></div></div><footer>Imprint</footer>',
    '# Wick trouble',
    'My lamp smokes.',
    'Trim it.',
    'Use kerosene',
  ],
  'a page of which the article is less than half': [
    `<main><section><h1>Prices</h1></section><section><div><h2>Free</h2><ul><li>Ten lamps</li></ul></div><div><h2>Growth</h2><ul><li>A hundred lamps</li></ul></div></section>${long.repeat(3)}${Array.from({ length: 40 }, (_, index) => `<div><h3>Plan ${index}</h3><a href="/buy${index}">Buy the plan with the number ${index} today for a very good price</a></div>`).join('')}</main>`,
    '# Prices',
    'Ten lamps',
    'A hundred lamps',
    '### Plan 39',
  ],
  'price and specifications after the description': [
    `<main><div><h1>Lamp</h1><div>${long.repeat(5)}</div></div><div><span>€ 129.00</span> <span>in stock</span></div><form><b>$ 12.50</b> <button>Add to cart</button></form><table><tr><td>Height</td><td>31 cm</td></tr></table></main><footer>Imprint</footer>`,
    '# Lamp',
    '€ 129.00 in stock',
    '**$ 12.50** Add to cart',
    '| Height | 31 cm |',
  ],
  'linked cards and linked items after the text': [
    `<article><h1>Overview</h1>${long.repeat(4)}<div><a href="/1"><b>Start</b> <i>Install it</i></a><a href="/2"><b>Reference</b> <i>Options</i></a></div><ul><li><a href="/3">Topic three</a><li><a href="/4">Topic four</a></ul></article><div class="page-footer"><a href="/i">Imprint</a></div>`,
    '[**Start** _Install it_]',
    '[**Reference** _Options_]',
    '- [Topic three]',
    '- [Topic four]',
  ],
  'linked cards without landmarks': [
    `<div><a href="/">Imprint</a> <a href="/b">Imprint</a></div><div><h1>Overview</h1>${long.repeat(4)}<div><a href="/1"><h3>Start</h3></a><a href="/2"><h3>Reference</h3></a></div></div>`,
    '### [Start]',
    '### [Reference]',
  ],
  'details and footer of an article': [
    `<article><h1>Post</h1><details><summary>In short</summary><ul><li>One</ul></details>${long.repeat(5)}<details><summary>Errata</summary>None.</details><footer><p>Edited by Bob.</p></footer></article><footer>Imprint</footer>`,
    '**In short**',
    '- One',
    '**Errata**',
    'None.',
    'Edited by Bob.',
  ],
  'text directly in the body, without the navigation': [
    `<nav><a href="/">Imprint</a> <a href="/x">Imprint</a></nav><i>${long.replace(/<.?p>/g, '').repeat(5)}</i><ul class="menu"><li><a href="/p">Imprint</a><li><a href="/n">Imprint</a></ul>`,
    'The harbour',
  ],
  'the menu of a restaurant': [
    `<main><h1>Menu</h1>${long.repeat(3)}<div class="menu"><div class="menu-item"><b>Soup</b> 5.00</div></div></main><footer>Imprint</footer>`,
    '**Soup** 5.00',
  ],
  'formulas in a line': [
    article(
      '<div>When <math><mi>a</mi><mo>≠</mo><mn>0</mn></math> there are two solutions to <math><mi>x</mi></math>, and</div>',
    ),
    'When $a≠0$ there are two solutions to $x$, and',
  ],
}

const pages = {
  ...mainPages,
  ...furtherMainPages,
  ...Object.fromEntries(Object.entries(kept).map(([name, [html]]) => [name, html])),
}
const fixture = await startScrapeFixture(
  Object.fromEntries(
    Object.entries(pages).map(([name, html]) => [
      `/${encodeURIComponent(name)}`,
      page(`<!doctype html><meta charset="utf-8">${html.replace(/ gold(?=[ >])/g, '')}`),
    ]),
  ),
)

const mainContent = (name: string) =>
  fixture.markdown(`/${encodeURIComponent(name)}`, { onlyMainContent: true })

test.each(Object.entries(kept))('main content keeps %s', async (name, [, ...texts]) => {
  const markdown = await mainContent(name)
  let index = 0
  for (const text of texts) {
    expect(markdown.indexOf(text, index), `${text}\n\n${markdown}`).toBeGreaterThanOrEqual(0)
    index = markdown.indexOf(text, index)
  }
  expect(markdown).not.toContain('Imprint')
})

test('the report names what was left out', async () => {
  const { report } = await fixture.scrape('/an%20aside%20with%20a%20note', {
    onlyMainContent: true,
    format: 'md',
  })
  expect(report.mainContent).toMatchObject({ part: 'article', omittedWords: 2 })
  expect(report.mainContent?.omitted).toEqual([
    { element: 'header', words: 1 },
    { element: 'footer', words: 1 },
  ])
})

/** Without the texts of images, addresses and the numbers of lists. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^ *(?:- )?\d+\. |<br>/gm, ' ')
    .toLowerCase()
    .match(/[\u3040-\u9fff]|[\p{L}\p{N}]+/gu) ?? []

/** Returns the text inside the elements that are marked as content. */
const goldOf = (html: string): string => {
  let [text, depth] = ['', 0]
  const names: string[] = []
  new Parser({
    onopentag: (name, { gold }) => {
      names.push(name)
      if (gold !== undefined || depth > 0) depth++
      text += ' '
    },
    ontext: (part) => {
      text += depth > 0 ? part : ''
    },
    onclosetag: () => {
      names.pop()
      if (depth > 0) depth--
      text += ' '
    },
  }).end(html)
  return text
}

const sharedOf = (found: readonly string[], gold: readonly string[]): number => {
  const left = Map.groupBy(gold, (word) => word)
  return found.filter((word) => left.get(word)?.pop() !== undefined).length
}

test.each([
  ['with landmarks', mainPages],
  ['with few landmarks', furtherMainPages],
])(
  'of pages of all kinds %s is complete, with little else, and the report names the rest',
  async (_name, pages) => {
    const scores = await inLanes(Object.entries(pages), 2, async ([name, html]) => {
      const { text, report } = await fixture.scrape(`/${encodeURIComponent(name)}`, {
        onlyMainContent: true,
        format: 'md',
      })
      const found = wordsOf(text)
      const gold = wordsOf(goldOf(html))
      const shared = sharedOf(found, gold)
      const { omitted = [], omittedWords = 0 } = report.mainContent ?? {}
      const unnamed = omittedWords - omitted.reduce((sum, { words }) => sum + words, 0)
      return {
        name,
        unnamed,
        recall: shared / gold.length,
        f1: (2 * shared) / (found.length + gold.length),
      }
    })
    expect(scores.filter(({ unnamed }) => unnamed !== 0)).toEqual([])
    expect(scores.filter(({ recall }) => recall < 0.97)).toEqual([])
    expect(scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length).toBeGreaterThan(0.99)
  },
)
