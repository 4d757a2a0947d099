import { each, type Highlighter, linesOf, named, numbers, paint, painted, unnamed } from './highlighters.ts'

/** The markup of further highlighters, of code hosts and of pages that write their blocks by hand. */
export const furtherHighlighters: Record<string, Highlighter> = {
  Crayon: named(
    (code, language) =>
      `<style>.crayon-pre{white-space:pre;font-family:monospace}</style><div id="crayon-5f" class="crayon-syntax crayon-theme-classic notranslate"><div class="crayon-toolbar" data-settings=" show"><span class="crayon-title"></span><div class="crayon-tools"><div class="crayon-button crayon-copy-button" title="Copy"><div class="crayon-button-icon"></div></div><span class="crayon-language">${language}</span></div></div><div class="crayon-info"></div><div class="crayon-plain-wrap"><textarea class="crayon-plain" readonly></textarea></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums" data-settings="show"><div class="crayon-nums-content">${numbers(code, (n) => `<div class="crayon-num" data-line="crayon-5f-${n}">${n}</div>`, '')}</div></td><td class="crayon-code"><div class="crayon-pre">${each(code, (line, n) => `<div class="crayon-line${n % 2 ? '' : ' crayon-striped-line'}" id="crayon-5f-${n}">${line || '&nbsp;'}</div>`)}</div></td></tr></table></div></div>`,
  ),
  'Expressive Code': named(
    (code, language) =>
      `<div class="expressive-code"><figure class="frame"><figcaption class="header"></figcaption><pre data-language="${language}"><code>${each(code, (line, n) => `<div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">${n}</div></div><div class="code">${line || '\n'}</div></div>`)}</code></pre><div class="copy"><div aria-live="polite"></div><button title="Copy to clipboard" data-copied="Copied!"><div></div></button></div></figure></div>`,
  ),
  Torchlight: named(
    (code, language) =>
      `<pre><code data-theme="nord" data-lang="${language}" class="torchlight" style="background-color:#2e3440">${each(code, (line, n) => `<div class="line"><span style="color:#4c566a;text-align:right;-webkit-user-select:none;user-select:none" class="line-number">${n}</span>${line}</div>`)}</code></pre>`,
  ),
  'GeSHi with a list': unnamed(
    (code) =>
      `<div class="geshi"><pre style="font-family:monospace"><ol>${each(code, (line) => `<li class="li1"><div class="de1">${line || '&nbsp;'}</div></li>`)}</ol></pre></div>`,
  ),
  'CodeRay with a table': unnamed(
    (code) =>
      `<table class="CodeRay"><tr><td class="line-numbers"><pre>${numbers(code, (n) => (n % 10 ? `<a href="#n${n}" name="n${n}">${n}</a>` : `<strong><a href="#n${n}">${n}</a></strong>`))}</pre></td><td class="code"><pre>${painted(code)}</pre></td></tr></table>`,
  ),
  LaTeXML: unnamed(
    (code) =>
      `<style>.ltx_listing{font-family:monospace}.ltx_listingline{white-space:pre}</style><div class="ltx_listing ltx_lstlisting"><div class="ltx_listing_data"><a download="" href="data:text/plain;base64,eA==">⬇</a></div>${each(code, (line, n) => `<div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">${n}</span>${line}</div>`)}</div>`,
  ),
  Doxygen: unnamed(
    (code) =>
      `<style>.fragment .line{font-family:monospace;white-space:pre-wrap}</style><div class="fragment">${each(code, (line, n) => `<div class="line"><a id="l0000${n}" name="l0000${n}"></a><span class="lineno">${String(n).padStart(5)}</span>${line}</div>`, '\n')}</div>`,
  ),
  Medium: unnamed(
    (code) =>
      `<pre class="nr ns nt"><span id="d1f3" class="oa lz" data-selectable-paragraph="">${each(code, (line) => line, '<br>')}</span></pre>`,
  ),
  'Gitea file': unnamed(
    (code) =>
      `<div class="file-view code-view"><table><tbody>${each(code, (line, n) => `<tr><td id="L${n}" class="lines-num"><span id="L${n}" data-line-number="${n}"></span></td><td rel="L${n}" class="lines-code chroma"><code class="code-inner" style="white-space:pre">${line}\n</code></td></tr>`)}</tbody></table></div>`,
  ),
  'cgit file': unnamed(
    (code) =>
      `<table summary="blob content" class="blob"><tr><td class="linenumbers"><pre>${numbers(code, (n) => `<a id="n${n}" href="#n${n}">${n}</a>`)}\n</pre></td><td class="lines"><pre><code>${painted(code)}\n</code></pre></td></tr></table>`,
  ),
  MDN: named(
    (code, language) =>
      `<div class="code-example"><div class="example-header"><span class="language-name">${language}</span><button type="button" class="icon copy-icon"><span class="visually-hidden">Copy to Clipboard</span></button></div><pre class="brush: ${language} notranslate"><code>${painted(code)}</code></pre></div>`,
  ),
  Discourse: named(
    (code, language) =>
      `<pre class="codeblock-buttons"><div class="codeblock-button-wrapper"><button class="btn nohighlight copy-cmd" aria-label="copy code to clipboard"><svg></svg></button><button class="btn fullscreen-cmd"></button></div><code class="hljs language-${language}" data-highlighted="yes">${painted(code)}\n</code></pre>`,
  ),
  'Pandoc with line numbers': named(
    (code, language) =>
      `<style>pre.numberSource code>span{position:relative;left:-4em;counter-increment:l}pre.numberSource a::before{content:counter(l)}</style><div class="sourceCode" id="cb1"><pre class="sourceCode numberSource ${language} numberLines"><code class="sourceCode ${language}">${each(code, (line, n) => `<span id="cb1-${n}"><a href="#cb1-${n}"></a>${line}</span>`, '\n')}</code></pre></div>`,
  ),
  Nextra: named(
    (code, language) =>
      `<div class="nextra-code x:relative"><pre class="x:group" data-language="${language}"><code class="nextra-code" dir="ltr">${each(code, (line) => `<span>${line || ' '}</span>`, '\n')}</code></pre><div class="x:absolute x:flex"><button title="Copy code" class="nextra-button"><svg></svg></button></div></div>`,
  ),
  'a label above the code in pre': named(
    (code, language) =>
      `<pre class="wrap"><span class="label" style="float:right">Copy code</span><code class="language-${language}">${painted(code)}</code></pre>`,
  ),
  'a French label in pre': unnamed(
    (code) =>
      `<pre style="position:relative"><div style="position:absolute;right:0">Copier</div>${painted(code)}</pre>`,
  ),
  'a column of numbers that floats before pre': unnamed(
    (code) =>
      `<div style="overflow:auto"><div style="float:left;padding-right:1em">${numbers(code, (n) => `${n}`, '<br>')}</div><pre style="margin:0">${painted(code)}</pre></div>`,
  ),
  'a column of numbers that floats in pre': unnamed(
    (code) =>
      `<pre><span style="float:left;width:2em;text-align:right">${numbers(code)}</span>${painted(code)}</pre>`,
  ),
  'MediaWiki with line numbers': named(
    (code, language) =>
      `<div class="mw-highlight mw-highlight-lang-${language} mw-content-ltr mw-highlight-lines" dir="ltr"><pre>${each(code, (line, n) => `<span id="L-${n}"><a href="#L-${n}"><span class="linenos" data-line="${n}"></span></a>${line}\n</span>`)}</pre></div>`,
  ),
  'Zola with line numbers': named(
    (code, language) =>
      `<pre data-lang="${language}" data-linenos class="language-${language} z-code"><code class="language-${language}" data-lang="${language}"><table><tbody>${each(code, (line, n) => `<tr><td>${n}</td><td>${line}\n</td></tr>`)}</tbody></table></code></pre>`,
  ),
  'a list of lines': unnamed(
    (code) =>
      `<ol style="font-family:monospace">${each(code, (line) => `<li style="white-space:pre"><code>${line || ' '}</code></li>`)}</ol>`,
  ),
  'lines with a background': unnamed(
    (code) =>
      `<div style="font:13px Menlo,monospace">${linesOf(code)
        .map((line) => `<div style="white-space:pre;background:#eee">${paint(line) || '<br>'}</div>`)
        .join('')}</div>`,
  ),
}

/** Code with numbers and words that look like those next to code. */
export const furtherSnippets: readonly (readonly [language: string, code: string])[] = [
  [
    'python',
    'class Tide:\n    def at(self, hour):\n        if hour < 6:\n            return 1\n\n        return [1, 2, 3]',
  ],
  ['json', '{\n  "copy": true,\n  "list": [\n    10,\n    20\n  ]\n}'],
  ['basic', '10 PRINT "TIDE"\n20 LET A = 10\n30 IF A < 5 THEN 10\n40 END'],
]
