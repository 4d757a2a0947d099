import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../support/random.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page } from '../../support/sites/fixture-server.ts'

const seed = Number(process.env.SEED) || Math.floor(Math.random() * 1_000_000)

const texts =
  'word|https://|http://a.example/_x|a|。|「引」|主題|.|,| |"q"|(|)|!|*|_|~|~~|[|]|\\|`|$5|€|1|10|-|:|w.|.w|&amp;|&lt;b&gt;|#|é|😀|“x”|1.|2)|+|=|>|**|<br>'.split(
    '|',
  )

const leaves = '<code>c</code>|<code>x`y</code>|<sup>2</sup>|<sup>note</sup>|<sub>i</sub>|<kbd>K</kbd>'.split(
  '|',
)

const inlineElements = ['b', 'i', 's', 'strong', 'em', 'a href="/l"', 'span', 'small']

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item

const element = (name: string, content: string) => `<${name}>${content}</${name.replace(/ .*/, '')}>`

const repeat = (random: Random, write: () => string) => Array.from({ length: 1 + random(4) }, write).join('')

const inline = (random: Random, depth: number): string =>
  repeat(random, () => {
    const choice = random(10)
    if (depth === 0 || choice < 6) return pick(random, texts)
    if (choice === 6) return pick(random, leaves)
    return element(pick(random, inlineElements), inline(random, depth - 1))
  })

const block = (random: Random, depth: number): string => {
  const text = () => inline(random, 2)
  const inner = () => (depth === 0 || random(2) === 0 ? text() : block(random, depth - 1))
  const item = () => element('li', inner())
  const row = () => element('tr', element('td', text()) + element('td', text()))
  return pick(random, [
    () => element('p', text()),
    () => element('div', inner()),
    () => element('a href="/l"', inner()),
    () => element('h3', text()),
    () => element('ul', repeat(random, item)),
    () => element('ol', repeat(random, item)),
    () => element('blockquote', inner()),
    () => element('table', repeat(random, row)),
    () => element('pre', text().replace(/<[^>]*>/g, ' ')),
  ])()
}

/** Returns the characters of HTML without white space. Scripts are compared as digits and letters. */
const charactersOf = (html: string): string => {
  let text = ''
  const ontext = (part: string) => {
    text += part
  }
  new Parser({ ontext }).end(html)
  return text.normalize('NFKC').replace(/\s/g, '')
}

const random = createRandom(seed)
const documents = Array.from({ length: 400 }, () => block(random, 2))
const sections = documents.map((html) => `<h1>Case</h1><section>${html}</section>`)
const fixture = await startScrapeFixture({
  '/': page(`<!doctype html><title>Text</title>${sections.join('')}`),
})

test('the Markdown of any markup shows the text of the page, and nothing else', async () => {
  const markdown = await fixture.markdown('/')
  const rendered = new MarkdownIt({ html: true }).render(markdown).split('<h1>Case</h1>').slice(1)
  const different = documents
    .map((html, index) => ({ html, shown: charactersOf(rendered[index] ?? ''), text: charactersOf(html) }))
    .filter(({ shown, text }) => shown !== text)
  expect(different.slice(0, 3), `SEED=${seed}`).toEqual([])
})
