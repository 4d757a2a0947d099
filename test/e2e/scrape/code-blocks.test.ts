import { expect, test } from 'vitest'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { furtherHighlighters, furtherSnippets } from '../../support/scrape/further-highlighters.ts'
import { highlighters, snippets } from '../../support/scrape/highlighters.ts'
import { page } from '../../support/sites/fixture-server.ts'

const all = { ...highlighters, ...furtherHighlighters }
const allSnippets = [...snippets, ...furtherSnippets]
const blocks = Object.entries(all).flatMap(([name, highlighter]) =>
  allSnippets.map(([language, code]) => ({ name, language, code, highlighter })),
)
const sections = blocks.map(
  ({ highlighter, language, code }) =>
    `<h1>Case</h1><section>${highlighter.markup(code, language)}</section>`,
)
const fixture = await startScrapeFixture({
  '/code': page(`<!doctype html><title>Code</title>${sections.join('')}`),
})
const texts = (await fixture.markdown('/code')).split(/^# Case$/m).slice(1)

test.each(Object.keys(all))('code blocks of %s are what a person would copy, with their language', (name) => {
  const found = blocks.flatMap((block, index) => (block.name === name ? [texts[index]?.trim()] : []))
  const expected = allSnippets.map(
    ([language, code]) => `\`\`\`${all[name]?.hasLanguage ? language : ''}\n${code}\n\`\`\``,
  )
  expect(found).toEqual(expected)
})
