import { expect, test } from 'vitest'
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

const fixture = await startScrapeFixture(
  Object.fromEntries(
    kept.map(({ name, html }) => [
      `/${encodeURIComponent(name)}`,
      page(`<!doctype html><meta charset="utf-8">${html}`),
    ]),
  ),
)

test.each(kept)('main content keeps $name', async ({ name, texts }) => {
  const markdown = await fixture.markdown(`/${encodeURIComponent(name)}`, { onlyMainContent: true })
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
