import { describe, expect, test } from 'vitest'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { furtherHighlighters, furtherSnippets } from '../../support/scrape/further-highlighters.ts'
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
  'line numbers that are code are kept, others are omitted': [
    '<pre><span class="line-number">10</span> PRINT "HI"\n<span class="line-number">20</span> GOTO <span class="line-number">10</span></pre><pre><span class="line-number">1</span>a = 1\n<span class="line-number">2</span>b = 2</pre>',
    '```\n10 PRINT "HI"\n20 GOTO 10\n```\n\n```\na = 1\nb = 2\n```',
  ],
  'labels in a block are omitted, code with the same words is kept': [
    '<pre><span>Copy</span>\nnpm i\nnpm t</pre><pre>Copy<code>npm a</code></pre><pre><div><span>bash</span><span>Copy code</span></div><code class="language-bash">npm b</code></pre><pre><span class="hljs-built_in">copy</span> a.txt b.txt\n<span>copy</span>\n</pre>',
    '```\nnpm i\nnpm t\n```\n\n```\nnpm a\n```\n\n```bash\nnpm b\n```\n\n```\ncopy a.txt b.txt\ncopy\n```',
  ],
  'columns of numbers without names are omitted, other numbers are kept': [
    '<div style="display:flex"><div>1<br>2</div><pre>a\nb</pre></div><div><pre style="float:left">1\n2</pre><pre>c\nd</pre></div><p>1 2</p><pre>e\nf</pre><div>3</div><pre>1\n2</pre>',
    '```\na\nb\n```\n\n```\nc\nd\n```\n\n1 2\n\n```\ne\nf\n```\n\n3\n\n```\n1\n2\n```',
  ],
  'cells and items keep their code and their indentation': [
    '<table><tr><th>a</th><th>b</th></tr><tr><td style="white-space:pre">if x:\n    y</td><td style="white-space:pre;font-family:monospace">for z:\n    y</td></tr></table><ul><li style="white-space:pre-wrap">if x:\n  y</li><li style="white-space:pre;font-family:monospace">for z:\n  y</li></ul><p style="white-space:pre-wrap">\n    all\n    lines\n</p>',
    '| a | b |\n| --- | --- |\n| if x:<br>\u00a0\u00a0\u00a0\u00a0y | `for z:`<br>`    y` |\n\n- if x:  \n  \u00a0\u00a0y\n- ```\n  for z:\n    y\n  ```\n\nall  \nlines',
  ],
  'hidden parts are omitted': [
    '<pre>a<span hidden>b</span>\n<span style="visibility:hidden">d</span>e</pre>',
    '```\na\ne\n```',
  ],
  'languages of Org mode, Docutils and Enlighter are known': [
    '<div class="org-src-container"><pre class="src src-emacs-lisp">(+ 1 2)</pre></div><pre class="code python literal-block">x = 1</pre><pre class="EnlighterJSRAW" data-enlighter-language="kotlin">val x</pre><pre class="src-components-code">y</pre>',
    '```emacs-lisp\n(+ 1 2)\n```\n\n```python\nx = 1\n```\n\n```kotlin\nval x\n```\n\n```\ny\n```',
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

let texts: string[] = []
const all = { ...highlighters, ...furtherHighlighters }
const allSnippets = [...snippets, ...furtherSnippets]
const blocks = Object.entries(all).flatMap(([name, highlighter]) =>
  allSnippets.map(([language, code]) => ({ name, language, code, highlighter })),
)
const cases = [
  ...blocks.map(({ highlighter, language, code }) => highlighter.markup(code, language)),
  ...Object.values(further).map(([html]) => html),
]

const sections = cases.map((html) => `<h1>Case</h1><section>${html}</section>`)
const fixture = await startScrapeFixture({
  '/code': page(`<!doctype html><title>Code</title>${sections.join('')}`),
})
texts = (await fixture.markdown('/code')).split(/^# Case$/m).slice(1)

describe('code blocks are what a person would copy, with their language', () => {
  test.each(Object.keys(all))('%s', (name) => {
    const found = blocks.flatMap((block, index) => (block.name === name ? [texts[index]?.trim()] : []))
    const expected = allSnippets.map(
      ([language, code]) => `\`\`\`${all[name]?.hasLanguage ? language : ''}\n${code}\n\`\`\``,
    )
    expect(found).toEqual(expected)
  })

  test.each(Object.entries(further))('%s', (name, [, expected]) => {
    const index = blocks.length + Object.keys(further).indexOf(name)
    expect(texts[index]?.trim()).toBe(expected)
  })
})
