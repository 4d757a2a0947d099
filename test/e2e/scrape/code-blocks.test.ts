import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScrapeFixture, startScrapeFixture } from '../../support/render/scrape.ts'
import { highlighters, snippets } from '../../support/scrape/highlighters.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** By name: markup, and its Markdown. */
const further: Record<string, readonly [html: string, expected: string]> = {
  'a table of numbers and code stays a table': [
    '<table><tr><td>1</td><td><pre>npm i</pre></td></tr><tr><td>2</td><td><pre>npm t</pre></td></tr></table>',
    '|  |  |\n| --- | --- |\n| 1 | `npm i` |\n| 2 | `npm t` |',
  ],
  'words next to code stay unless a button copies the code': [
    '<h3>Python</h3><pre>print()</pre><p>Copy</p><p>Then <button>Copy link</button></p><button>Run</button>',
    '### Python\n\n```\nprint()\n```\n\nCopy\n\nThen Copy link\n\nRun',
  ],
  'the title of a block stays': [
    '<div class="language-jsx"><div class="codeBlockTitle">src/app.js</div><div><pre class="language-jsx"><code>x</code></pre><div><button>Copy</button></div></div></div>',
    'src/app.js\n\n```jsx\nx\n```',
  ],
  'prompts that cannot be selected are omitted, and other text is kept': [
    '<pre><span style="user-select:none">$ </span>npm i\n<span style="user-select:none">added 3 packages</span>\n<span style="user-select:none">+</span>x</pre>',
    '```\nnpm i\nadded 3 packages\n+x\n```',
  ],
  'lines of a comparison keep their first space': [
    '<pre><code class="language-diff"> a\n-b\n \n+c</code></pre>',
    '```diff\n a\n-b\n \n+c\n```',
  ],
  'numbers in code that nobody may select are kept': [
    '<pre style="user-select:none">x = <span>42</span>\n<span>7</span></pre>',
    '```\nx = 42\n7\n```',
  ],
  'numbers with a similar class are kept': [
    '<pre>x = <span class="inline-number">42</span> <span class="hljs-number">7</span></pre>',
    '```\nx = 42 7\n```',
  ],
  'hidden parts are omitted': [
    '<pre>a<span hidden>b</span>\n<span style="visibility:hidden">d</span>e</pre>',
    '```\na\ne\n```',
  ],
  'spoken languages are none of code': [
    '<div class="lang-fr"><pre>bonjour</pre></div><pre lang="en">hello</pre>',
    '```\nbonjour\n```\n\n```\nhello\n```',
  ],
  'a block without `pre` in one font is code': [
    '<div style="font-family:monospace;white-space:pre-wrap">$ ls\na  b</div>',
    '```\n$ ls\na  b\n```',
  ],
  'code with line breaks in a line becomes a block': [
    '<p>a <code>x<br>y</code> b</p>',
    'a\n\n```\nx\ny\n```\n\nb',
  ],
}

let fixture: ScrapeFixture
let texts: string[] = []
const blocks = Object.entries(highlighters).flatMap(([name, highlighter]) =>
  snippets.map(([language, code]) => ({ name, language, code, highlighter })),
)
const cases = [
  ...blocks.map(({ highlighter, language, code }) => highlighter.markup(code, language)),
  ...Object.values(further).map(([html]) => html),
]

beforeAll(async () => {
  const sections = cases.map((html) => `<h1>Case</h1><section>${html}</section>`)
  fixture = await startScrapeFixture({
    '/code': page(`<!doctype html><title>Code</title>${sections.join('')}`),
  })
  texts = (await fixture.markdown('/code')).split(/^# Case$/m).slice(1)
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('code blocks are what a person would copy, with their language', () => {
  test.each(Object.keys(highlighters))('%s', (name) => {
    const found = blocks.flatMap((block, index) => (block.name === name ? [texts[index]?.trim()] : []))
    const expected = snippets.map(
      ([language, code]) => `\`\`\`${highlighters[name]?.hasLanguage ? language : ''}\n${code}\n\`\`\``,
    )
    expect(found).toEqual(expected)
  })

  test.each(Object.entries(further))('%s', (name, [, expected]) => {
    const index = blocks.length + Object.keys(further).indexOf(name)
    expect(texts[index]?.trim()).toBe(expected)
  })
})
