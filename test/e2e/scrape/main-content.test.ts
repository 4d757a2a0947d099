import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScrapeFixture, startScrapeFixture } from '../../support/render/scrape.ts'
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
  'formulas in a line': [
    article(
      '<div>When <math><mi>a</mi><mo>≠</mo><mn>0</mn></math> there are two solutions to <math><mi>x</mi></math>, and</div>',
    ),
    'When $a≠0$ there are two solutions to $x$, and',
  ],
}

let fixture: ScrapeFixture
beforeAll(async () => {
  const pages = {
    ...mainPages,
    ...Object.fromEntries(Object.entries(kept).map(([name, [html]]) => [name, html])),
  }
  fixture = await startScrapeFixture(
    Object.fromEntries(
      Object.entries(pages).map(([name, html]) => [
        `/${encodeURIComponent(name)}`,
        page(`<!doctype html><meta charset="utf-8">${html.replace(/ gold(?=[ >])/g, '')}`),
      ]),
    ),
  )
})
afterAll(() => fixture[Symbol.asyncDispose]())

const mainContent = (name: string) =>
  fixture.markdown(`/${encodeURIComponent(name)}`, { onlyMainContent: true })

describe('main content keeps', () => {
  test.each(Object.entries(kept))('%s', async (name, [, ...texts]) => {
    const markdown = await mainContent(name)
    let index = 0
    for (const text of texts) {
      expect(markdown.indexOf(text, index), `${text}\n\n${markdown}`).toBeGreaterThanOrEqual(0)
      index = markdown.indexOf(text, index)
    }
    expect(markdown).not.toContain('Imprint')
  })
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

const wordsOf = (text: string): string[] =>
  text
    .replace(/\]\([^)]*\)/g, ']')
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

test(`of ${Object.keys(mainPages).length} pages of all kinds is complete, with little else`, async () => {
  const scores = await Promise.all(
    Object.entries(mainPages).map(async ([name, html]) => {
      const found = wordsOf(await mainContent(name))
      const gold = wordsOf(goldOf(html))
      const shared = sharedOf(found, gold)
      return { name, recall: shared / gold.length, f1: (2 * shared) / (found.length + gold.length) }
    }),
  )
  expect(scores.filter(({ recall }) => recall < 0.97)).toEqual([])
  expect(scores.reduce((sum, { f1 }) => sum + f1, 0) / scores.length).toBeGreaterThan(0.97)
})
