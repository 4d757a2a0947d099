import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { inLanes } from '../../support/in-lanes.ts'
import { readCases } from '../../support/read-cases.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

const long =
  '<p>The harbour office keeps a ledger of every boat that passes the mole, with the hour, the weather and the name of the pilot. Nobody has read the older volumes for years, yet each of them is dusted in spring.</p>'

/** Pages, and what their main content contains in this order. */
const kept = readCases('scrape/main-content-cases.txt').map(({ name, parts: [html = '', texts = ''] }) => ({
  name,
  html: html.replaceAll('LONG', long),
  texts: texts.split('\n'),
}))

/** Pages of many kinds. What belongs to the content has the attribute `gold`; text outside is navigation, advertising and the like. */
const goldPages = (file: string) =>
  Object.fromEntries(readCases(`scrape/${file}.txt`).map(({ name, parts: [html = ''] }) => [name, html]))

const mainPages = goldPages('main-pages')
const furtherMainPages = goldPages('further-main-pages')

const pages = {
  ...mainPages,
  ...furtherMainPages,
  ...Object.fromEntries(kept.map(({ name, html }) => [name, html])),
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

test.each(kept)('main content keeps $name', async ({ name, texts }) => {
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
