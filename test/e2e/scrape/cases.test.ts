import { describe, expect, test } from 'vitest'
import { readCases } from '../../support/read-cases.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** Markdown of the cases of a file, which are one page, because a page takes longer than a case. `$` is the address of the site. */
const markdownOf = async (file: string) => {
  const cases = readCases(`scrape/${file}.txt`)
  const sections = cases.map(({ parts: [html] }) => `<h1>Case</h1><section>${html}</section>`)
  const fixture = await startScrapeFixture({
    '/preview.svg': page('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>', {
      'content-type': 'image/svg+xml',
    }),
    '/unanswered.svg': () => undefined,
    '/cases': page(`<!doctype html><title>Cases</title>${sections.join('')}`),
  })
  const texts = (await fixture.markdown('/cases')).split(/^# Case$/m).slice(1)
  return cases.map(({ name, parts: [, expected] }, index) => ({
    name,
    expected,
    text: texts[index]?.trim().replaceAll(fixture.site.url, '$'),
  }))
}

const inline = await markdownOf('inline-cases')
const elements = await markdownOf('element-cases')
const code = await markdownOf('code-cases')

describe.each([
  ['text', inline],
  ['elements', elements],
  ['code', code],
])('the Markdown of %s:', (_kind, cases) => {
  test.each(cases)('$name', ({ text, expected }) => {
    expect(text).toBe(expected)
  })
})
