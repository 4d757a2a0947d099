import { describe, expect, test } from 'vitest'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { inlineCases } from '../../support/scrape/inline-cases.ts'
import { page } from '../../support/sites/fixture-server.ts'

let texts: string[] = []
const all = Object.values(inlineCases).flatMap((group) => Object.values(group))

const sections = all.map(([html]) => `<h1>Case</h1><section>${html}</section>`)
const fixture = await startScrapeFixture({
  '/preview.svg': page('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>', {
    'content-type': 'image/svg+xml',
  }),
  '/unanswered.svg': () => undefined,
  '/cases': page(`<!doctype html><title>Cases</title>${sections.join('')}`),
})
texts = (await fixture.markdown('/cases')).split(/^# Case$/m).slice(1)

describe.each(Object.entries(inlineCases))('%s', (_subject, group) => {
  test.each(Object.entries(group))('%s', (_name, entry) => {
    const text = texts[all.indexOf(entry)]?.trim().replaceAll(fixture.site.url, '$')
    expect(text).toBe(entry[1])
  })
})

test('formulas of KaTeX without MathML are read from the drawing', async () => {
  const formulas = (await fixture.markdown('/scrape/katex-html.html')).match(/\$+[^$]+\$+/g)
  expect(formulas).toEqual([
    '$x^2+10^6$',
    '$a_1^2$',
    '$\\frac{a+b}{c^2}$',
    '$\\sqrt[3]{x+1}$',
    '$\\int_0^1f(x)dx$',
    '$\\sin x≠y$',
    '$\\vec{v}$',
    '$\\overline{z}$',
    '$(\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix})$',
    '$({n \\atop k})$',
    '$$\\sum_{i=0}^ni$$',
  ])
})
