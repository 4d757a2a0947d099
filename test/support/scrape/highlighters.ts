export const toHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Wraps each word in a span, as every highlighter does. */
export const paint = (line: string) =>
  line.replace(/\w+|[^\w]+/g, (part) =>
    /\w/.test(part) ? `<span class="k" style="color:#c678dd">${toHtml(part)}</span>` : toHtml(part),
  )

export const linesOf = (code: string) => code.split('\n')

export const each = (code: string, write: (painted: string, number: number) => string, between = '') =>
  linesOf(code)
    .map((line, index) => write(paint(line), index + 1))
    .join(between)

export const painted = (code: string) => each(code, (line) => line, '\n')

export const numbers = (code: string, write = (number: number) => `${number}`, between = '\n') =>
  linesOf(code)
    .map((_, index) => write(index + 1))
    .join(between)

export interface Highlighter {
  /** Whether the markup names the language. */
  hasLanguage: boolean
  markup(code: string, language: string): string
}

export const named = (markup: Highlighter['markup']): Highlighter => ({ hasLanguage: true, markup })

export const unnamed = (markup: (code: string) => string): Highlighter => ({ hasLanguage: false, markup })

/** The markup that highlighters, site generators and editors write for a code block. */
export const highlighters: Record<string, Highlighter> = {
  'highlight.js': named(
    (code, language) => `<pre><code class="hljs language-${language}">${painted(code)}\n</code></pre>`,
  ),
  'highlight.js with line numbers': named(
    (code, language) =>
      `<pre><code class="language-${language} hljs"><table class="hljs-ln"><tbody>${each(
        code,
        (line, n) =>
          `<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="${n}"><div class="hljs-ln-n" data-line-number="${n}"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="${n}">${line || ' '}</td></tr>`,
      )}</tbody></table></code></pre>`,
  ),
  'Prism with line numbers and a toolbar': named(
    (code, language) =>
      `<div class="code-toolbar"><pre class="language-${language} line-numbers" tabindex="0"><code class="language-${language}">${painted(code)}<span aria-hidden="true" class="line-numbers-rows">${numbers(code, () => '<span></span>', '')}</span></code></pre><div class="toolbar"><div class="toolbar-item"><span>${language}</span></div><div class="toolbar-item"><button class="copy-to-clipboard-button" type="button"><span>Copy</span></button></div></div></div>`,
  ),
  Shiki: unnamed(
    (code) =>
      `<pre class="shiki github-dark" style="background-color:#24292e" tabindex="0"><code>${each(code, (line) => `<span class="line">${line}</span>`, '\n')}</code></pre>`,
  ),
  'rehype-pretty-code': named(
    (code, language) =>
      `<figure data-rehype-pretty-code-figure=""><pre tabindex="0" data-language="${language}"><code data-language="${language}" data-line-numbers="" style="display:grid">${each(code, (line) => `<span data-line="">${line || ' '}</span>`, '\n')}</code></pre></figure>`,
  ),
  VitePress: named(
    (code, language) =>
      `<div class="language-${language} vp-adaptive-theme line-numbers-mode"><button title="Copy Code" class="copy"></button><span class="lang">${language}</span><pre class="shiki shiki-themes github-light vp-code" tabindex="0"><code>${each(code, (line) => `<span class="line">${line}</span>`, '\n')}</code></pre><div class="line-numbers-wrapper" aria-hidden="true">${numbers(code, (n) => `<span class="line-number">${n}</span><br>`, '')}</div></div>`,
  ),
  Docusaurus: named(
    (code, language) =>
      `<div class="language-${language} codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockContent_QJqH"><pre tabindex="0" class="prism-code language-${language} codeBlock_bY9V thin-scrollbar"><code class="codeBlockLines_e6Vv" style="float:left;min-width:100%">${each(code, (line) => `<span class="token-line" style="color:#393A34">${line ? `<span class="token plain">${line}</span>` : '<span class="token plain" style="display:inline-block"></span>'}<br></span>`)}</code></pre><div class="buttonGroup_M5ko"><button type="button" aria-label="Copy code to clipboard" title="Copy"><span aria-hidden="true"><svg viewBox="0 0 24 24"></svg></span></button></div></div></div>`,
  ),
  'Docusaurus with line numbers': named(
    (code, language) =>
      `<style>.codeLine_lJS_{display:table-row;counter-increment:n}.codeLineNumber_Tfdd{display:table-cell}.codeLineNumber_Tfdd::before{content:counter(n)}</style><div class="language-${language} theme-code-block"><pre class="prism-code language-${language}"><code>${each(code, (line) => `<span class="token-line codeLine_lJS_"><span class="codeLineNumber_Tfdd"></span><span class="codeLineContent_feaV">${line}<br></span></span>`)}</code></pre></div>`,
  ),
  'Rouge with a table': named(
    (code, language) =>
      `<div class="language-${language} highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">${numbers(code)}\n</pre></td><td class="rouge-code"><pre>${painted(code)}\n</pre></td></tr></tbody></table></code></pre></div></div>`,
  ),
  'Rouge with a table around two blocks': unnamed(
    (code) =>
      `<figure class="highlight"><pre><code data-lang=""><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">${numbers(code)}\n</pre></td><td class="code"><pre>${painted(code)}\n</pre></td></tr></tbody></table></code></pre></figure>`,
  ),
  'Pygments with a table': unnamed(
    (code) =>
      `<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>${numbers(code, (n) => `<span class="normal">${n}</span>`)}</pre></div></td><td class="code"><div><pre><span></span><code>${painted(code)}\n</code></pre></div></td></tr></table></div>`,
  ),
  'Pygments with line numbers in the code': named(
    (code, language) =>
      `<div class="highlight-${language} notranslate"><div class="highlight"><pre><span></span>${each(code, (line, n) => `<span class="linenos" style="user-select:none">${String(n).padStart(2)}</span>${line}`, '\n')}\n</pre></div></div>`,
  ),
  'MkDocs Material': named(
    (code, language) =>
      `<div class="language-${language} highlight"><table class="highlighttable"><tbody><tr><td class="linenos"><div class="linenodiv"><pre><span></span>${numbers(code, (n) => `<span class="normal"><a href="#__codelineno-0-${n}">${n}</a></span>`)}</pre></div></td><td class="code"><div><pre id="__code_0"><span></span><button class="md-clipboard md-icon" title="Copy to clipboard"></button><nav class="md-code__nav"><button class="md-code__button" title="Copy to clipboard"></button></nav><code>${each(code, (line, n) => `<a id="__codelineno-0-${n}" name="__codelineno-0-${n}"></a>${line}`, '\n')}\n</code></pre></div></td></tr></tbody></table></div>`,
  ),
  'Chroma with a table': named(
    (code, language) =>
      `<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code>${numbers(code, (n) => `<span class="lnt">${n}\n</span>`, '')}</code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-${language}" data-lang="${language}">${each(code, (line) => `<span class="line"><span class="cl">${line}\n</span></span>`)}</code></pre></td></tr></table></div></div>`,
  ),
  'Chroma with line numbers in the code': named(
    (code, language) =>
      `<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-${language}" data-lang="${language}">${each(code, (line, n) => `<span class="line" style="display:flex"><span class="ln" style="white-space:pre;user-select:none">${n}</span><span class="cl">${line}\n</span></span>`)}</code></pre></div>`,
  ),
  Hexo: named(
    (code, language) =>
      `<figure class="highlight ${language}"><table><tr><td class="gutter"><pre>${numbers(code, (n) => `<span class="line">${n}</span><br>`, '')}</pre></td><td class="code"><pre>${each(code, (line) => `<span class="line">${line}</span><br>`)}</pre></td></tr></table></figure>`,
  ),
  'react-syntax-highlighter': named(
    (code, language) =>
      `<pre style="display:block"><code class="language-${language}" style="white-space:pre">${each(code, (line, n) => `<span class="linenumber react-syntax-highlighter-line-number" style="display:inline-block;min-width:2.25em;user-select:none">${n}</span><span>${line}</span>`, '\n')}</code></pre>`,
  ),
  'SyntaxHighlighter 3': named(
    (code, language) =>
      `<style>.syntaxhighlighter code{font-family:monospace}</style><div id="highlighter_1" class="syntaxhighlighter ${language}"><table><tbody><tr><td class="gutter">${numbers(code, (n) => `<div class="line number${n} index${n - 1}">${n}</div>`, '')}</td><td class="code"><div class="container">${linesOf(
        code,
      )
        .map((line, index) => {
          const [, spaces = '', rest = ''] = /^( *)(.*)$/.exec(line) ?? []
          const indent = spaces && `<code class="${language} spaces">${spaces.replace(/ /g, '&nbsp;')}</code>`
          return `<div class="line number${index + 1} index${index}">${line === '' ? '&nbsp;' : `${indent}<code class="${language} plain">${toHtml(rest).replace(/ {2}/g, '&nbsp; ')}</code>`}</div>`
        })
        .join('')}</div></td></tr></tbody></table></div>`,
  ),
  'GitHub file': unnamed(
    (code) =>
      `<style>.blob-code-inner{white-space:pre;font-family:monospace}</style><table class="highlight tab-size js-file-line-container"><tbody>${each(code, (line, n) => `<tr><td id="L${n}" class="blob-num js-line-number" data-line-number="${n}">${n}</td><td id="LC${n}" class="blob-code blob-code-inner js-file-line">${line || '\n'}</td></tr>\n`)}</tbody></table>`,
  ),
  'GitHub file, in React': unnamed(
    (code) =>
      `<div class="react-code-file-contents" style="display:flex"><div class="react-line-numbers">${numbers(code, (n) => `<div class="react-line-number react-code-text" data-line-number="${n}">${n}</div>`, '')}</div><div class="react-code-lines" style="font-family:monospace;white-space:pre">${each(code, (line, n) => `<div class="react-code-text react-code-line-contents"><div><div id="LC${n}" class="react-file-line html-div" data-line-number="${n}" style="position:relative">${line || '\n'}</div></div></div>`)}</div></div>`,
  ),
  'GitHub document': named(
    (code, language) =>
      `<div class="highlight highlight-source-${language} notranslate" dir="auto"><pre>${painted(code)}</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn" role="button" tabindex="0"><svg></svg></clipboard-copy></div></div>`,
  ),
  GitLab: named(
    (code, language) =>
      `<div class="blob-content" style="display:flex"><div class="line-numbers">${numbers(code, (n) => `<div class="diff-line-num"><a class="file-line-num" href="#L${n}">${n}</a></div>`, '')}</div><pre class="code highlight"><code>${each(code, (line, n) => `<span id="LC${n}" class="line" lang="${language}">${line}</span>`, '\n')}</code></pre></div>`,
  ),
  'CodeMirror 6': named(
    (code, language) =>
      `<div class="cm-editor"><div class="cm-scroller" style="display:flex;font-family:monospace"><div class="cm-gutters" aria-hidden="true"><div class="cm-gutter cm-lineNumbers"><div class="cm-gutterElement" style="height:0;visibility:hidden">99</div>${numbers(code, (n) => `<div class="cm-gutterElement">${n}</div>`, '')}</div><div class="cm-gutter cm-foldGutter"><div class="cm-gutterElement"><span title="Fold line">⌄</span></div></div></div><div class="cm-content" role="textbox" contenteditable="true" data-language="${language}" style="white-space:pre">${each(code, (line) => `<div class="cm-line">${line || '<br>'}</div>`)}</div></div></div>`,
  ),
  'CodeMirror 5': unnamed(
    (code) =>
      `<div class="CodeMirror"><div style="overflow:hidden;position:relative;width:3px;height:0"><textarea></textarea></div><div class="CodeMirror-scroll"><div class="CodeMirror-sizer"><div class="CodeMirror-lines" role="presentation"><div class="CodeMirror-measure"><pre class="CodeMirror-line-like"><span>xxxxxxxxxx</span></pre></div><div class="CodeMirror-code" role="presentation">${each(code, (line, n) => `<div style="position:relative"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber CodeMirror-gutter-elt">${n}</div></div><pre class=" CodeMirror-line " role="presentation"><span role="presentation">${line || '<span cm-text="">&#8203;</span>'}</span></pre></div>`)}</div></div></div></div><style>.CodeMirror-measure{position:absolute;width:100%;height:0;overflow:hidden;visibility:hidden}</style></div>`,
  ),
  Monaco: named(
    (code, language) =>
      `<div class="monaco-editor" data-mode-id="${language}"><div class="margin" role="presentation" aria-hidden="true"><div class="margin-view-overlays">${numbers(code, (n) => `<div style="position:absolute;top:${n * 19}px"><div class="line-numbers">${n}</div></div>`, '')}</div></div><div class="lines-content"><div class="view-lines" role="presentation" data-mprt="8">${linesOf(
        code,
      )
        .map(
          (line, index) =>
            `<div style="position:absolute;top:${index * 19}px;height:19px" class="view-line"><span><span class="mtk1">${toHtml(line).replace(/ /g, '&nbsp;')}</span></span></div>`,
        )
        .reverse()
        .join('')}</div></div></div>`,
  ),
  Ace: unnamed(
    (code) =>
      `<div class="ace_editor"><textarea class="ace_text-input"></textarea><div class="ace_gutter" aria-hidden="true"><div class="ace_layer ace_gutter-layer">${numbers(code, (n) => `<div class="ace_gutter-cell">${n}<span class="ace_fold-widget"></span></div>`, '')}</div></div><div class="ace_scroller"><div class="ace_content"><div class="ace_layer ace_text-layer" style="white-space:pre">${each(code, (line) => `<div class="ace_line_group" style="position:absolute"><div class="ace_line" style="position:absolute">${line}</div></div>`)}</div></div></div></div>`,
  ),
  'a chat': named(
    (code, language) =>
      `<pre class="overflow-visible"><div class="rounded"><div class="flex" style="display:flex">${language}</div><div class="sticky"><button class="flex" aria-label="Copy"><svg></svg>Copy code</button></div><div class="overflow-y-auto" dir="ltr"><code class="whitespace-pre! language-${language}" style="white-space:pre"><span>${painted(code)}\n</span></code></div></div></pre>`,
  ),
  'Microsoft Learn': named(
    (code, language) =>
      `<div class="code-header"><span class="language">${language}</span><button type="button" class="action">Copy</button></div><pre tabindex="0"><code class="lang-${language}" data-author-content="x"><span>${painted(code)}\n</span></code></pre>`,
  ),
  'code around pre': named(
    (code, language) => `<code class="language-${language}"><pre>${painted(code)}\n</pre></code>`,
  ),
  'code shown as a block': unnamed(
    (code) => `<div style="display:flex"><code style="white-space:pre">\n${painted(code)}\n</code></div>`,
  ),
}

/** Code whose lines look like numbers, labels or markup, by language. */
export const snippets: readonly (readonly [language: string, code: string])[] = [
  ['js', "const a = 1\n\nif (a < 2) {\n  b('x && y')\n}"],
  ['python', 'def f(x):\n    """1 < 2"""\n\n    return x  # 3\nprint(f(1))'],
  ['sh', 'make install\nCopy\n1\n2\ncurl -sS "$URL" | jq .'],
  ['yaml', 'a:\n  - 1\n  - 2\n\n\nb: "`tick`"'],
]
