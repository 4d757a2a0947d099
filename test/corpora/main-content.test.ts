import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { inLanes } from '../support/in-lanes.ts'
import { readCases } from '../support/read-cases.ts'
import { startScrapeFixture } from '../support/render/scrape.ts'
import { page } from '../support/sites/fixture-server.ts'

/** Pages of many kinds. What belongs to the content has the attribute `gold`; text outside is navigation, advertising and the like. */
const pages = ['main-pages', 'further-main-pages']
  .flatMap((file) => readCases(`scrape/${file}.txt`))
  .map(({ name, parts: [html = ''] }) => ({ name, html, path: `/${encodeURIComponent(name)}` }))

const fixture = await startScrapeFixture(
  Object.fromEntries(
    pages.map(({ path, html }) => [
      path,
      page(`<!doctype html><meta charset="utf-8">${html.replace(/ gold(?=[ >])/g, '')}`),
    ]),
  ),
)

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
  new Parser({
    onopentag: (_name, { gold }) => {
      if (gold !== undefined || depth > 0) depth++
      text += ' '
    },
    ontext: (part) => {
      text += depth > 0 ? part : ''
    },
    onclosetag: () => {
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

test('the main content of pages of all kinds is complete, with little else, and the report names the rest', async () => {
  const scores = await inLanes(pages, 2, async ({ name, html, path }) => {
    const { text, report } = await fixture.scrape(path, {
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
})
