type Case = readonly [html: string, expected: string]

/** Elements that a script puts together as no parser would. */
const built = (expression: string) =>
  `<div></div><script>{const e=(n,...c)=>{const x=document.createElement(n);x.append(...c);return x},link=(...c)=>{const x=e('a',...c);x.href='/l';return x};document.currentScript.previousSibling.append(${expression})}</script>`

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** By subject and name: markup, and its Markdown. `$` is the address of the site. */
export const inlineCases: Record<string, Record<string, Case>> = {
  'superscripts and subscripts': {
    'are Unicode': [
      '<p>10<sup>6</sup> cells per cm<sup>3</sup>, x<sup>2</sup>+y<sup>n+1</sup>, H<sub>2</sub>O, $12<sup>99</sup>, 5<sup>th</sup>, <b>m<sup>2</sup></b></p>',
      '10⁶ cells per cm³, x²+yⁿ⁺¹, H₂O, $12⁹⁹, 5ᵗʰ, **m²**',
    ],
    'are HTML if a character has no Unicode form, or to keep a word': [
      '<p>a<sup>new</sup> b<sup>*</sup> c<sub>β</sub> d<sup><a href="#n">[1]</a></sup></p>',
      'a<sup>new</sup> b<sup>\\*</sup> c<sub>β</sub> d<sup>[\\[1\\]]($/cases#n)</sup>',
    ],
    'of scripts and of struck text are HTML, because characters would read as another number': [
      '<p>10<sup>2<sup>3</sup></sup> x<sub>1<sub>2</sub></sub> 10<sup><del>5</del><ins>6</ins></sup></p>',
      '10<sup>2³</sup> x<sub>1₂</sub> 10<sup>~~5~~6</sup>',
    ],
    'in code are text': [
      '<p><code>10<sup>6</sup></code></p><pre>10<sup>6</sup>\nx<sub>max</sub></pre>',
      '`10⁶`\n\n```\n10⁶\nx_(max)\n```',
    ],
    'by style': ['<p>10<span style="vertical-align:super;font-size:smaller">6</span></p>', '10⁶'],
    'by a variant of the font': [
      `<p>10<span style="font-variant-position:super">5</span> H<span style="font-variant-position:sub">2</span>O 10<span style="font-feature-settings:'sups'">6</span></p>`,
      '10⁵ H₂O 10⁶',
    ],
    'by a distance, with smaller text or a larger distance': [
      '<p>10<span style="position:relative;top:-.5em;font-size:.7em">6</span> m<span style="vertical-align:5px;font-size:10px">2</span> H<span style="vertical-align:-3px;font-size:10px">2</span>O 10<span style="position:relative;top:-.5em">9</span> 10<b style="vertical-align:super">7</b> $19<span style="vertical-align:top;font-size:50%">99</span> 10<span style="vertical-align:40%;font-size:70%">3</span></p><pre>10<span style="vertical-align:super">4</span></pre>',
      '10⁶ m² H₂O 10⁹ 10**⁷** $19⁹⁹ 10³\n\n```\n10⁴\n```',
    ],
    'by a transformation, or as a box at the upper edge': [
      '<p>10<span style="display:inline-block;transform:translateY(-40%);font-size:60%">6</span> 10<span style="display:inline-block;vertical-align:top;font-size:10px">7</span> $<b>19</b><span style="display:inline-block;vertical-align:top;font-size:60%">99</span> <span style="display:inline-block;transform:translateY(-20px)">moving</span> <span style="display:inline-block;vertical-align:top;font-size:10px">7</span></p>',
      '10⁶ 10⁷ $**19**⁹⁹ moving 7',
    ],
    'are not what is only adjusted': [
      '<p><span style="position:relative;top:1px">text</span> <span style="vertical-align:middle">middle</span> <span style="vertical-align:-.125em">icon</span> <span style="position:relative;top:-2px">badge</span> <span style="display:inline-block;vertical-align:top;font-size:.8em">column</span> <span style="position:relative;top:-.5em">a longer text</span></p>',
      'text middle icon badge column a longer text',
    ],
    'as fractions': [
      '<p>1<sup>1</sup>/<sub>2</sub> cups, <sup>3</sup>/<sub>16</sub> and 5<sup>3</sup>⁄<sub>16</sub></p>',
      '1½ cups, 3/16 and 5 3/16',
    ],
  },
  'emphasis is read as emphasis': {
    'next to punctuation': [
      '<p><b>Note:</b>the pier</p><p>(<em>see</em>)<strong>"quoted"</strong>word</p><p>pre<strong>.some</strong> x</p><p><i>(approx.)</i>only</p>',
      '**Note**:the pier\n\n(_see_)"**quoted**"word\n\npre.**some** x\n\n(_approx._)only',
    ],
    'in Chinese and Japanese': [
      '<p><strong>「台灣」</strong>主題</p><p>含<strong>「重點」</strong>內容</p><p>历经<b>10年发展，</b>年</p>',
      '「**台灣**」主題\n\n含「**重點**」內容\n\n历经**10年发展**，年',
    ],
    'next to other emphasis': [
      '<p><b>a</b><b>b</b> <b>c</b><i>d</i> <i>e</i><b>f</b> <b>g<b>h</b></b> <b>i</b><i>j</i>k</p>',
      '**ab** **c**_d_ _e_**f** **gh** **i**<em>j</em>k',
    ],
    'at links and code': [
      '<p>a<b><a href="/l">b</a></b>c <b><code>d</code></b>e</p>',
      'a<strong>[b]($/l)</strong>c <strong>`d`</strong>e',
    ],
    'around line breaks': ['<p><b>x<br></b>y <i>a<br>b</i></p>', '**x**  \ny _a  \nb_'],
    'of struck text': [
      '<p>was <span style="text-decoration:line-through">€10</span> <s>€9</s> now<strike>x</strike>y ~z~</p>',
      'was ~~€10~~ ~~€9~~ now~~x~~y \\~z\\~'.replace('\\~z', '~z'),
    ],
  },
  'struck text is struck': {
    'by the style of any element': [
      '<table><tr><td style="text-decoration:line-through">€10</td><td>€9</td></tr><tr style="text-decoration:line-through"><td>a</td><td>b</td></tr></table><ul style="text-decoration:line-through"><li>one<li>two</ul><ul><li style="text-decoration:underline line-through red">milk <b>now</b><li>eggs</ul><div style="text-decoration:line-through">all of <i>this</i></div><p><a href="/x" style="text-decoration:line-through">old</a> <label style="text-decoration:line-through">done</label></p>',
      '|  |  |\n| --- | --- |\n| ~~€10~~ | €9 |\n| ~~a~~ | ~~b~~ |\n\n- ~~one~~\n- ~~two~~\n\n- ~~milk **now**~~\n- eggs\n\n~~all of _this_~~\n\n[~~old~~]($/x) ~~done~~',
    ],
    'in cells of roles': [
      '<div role=table><div role=row><span role=cell style="text-decoration:line-through">9</span><span role=cell>8</span></div></div>',
      '|  |  |\n| --- | --- |\n| ~~9~~ | 8 |',
    ],
    'around blocks': [
      '<del><p>First.</p><p>Second <b>one</b>.</p></del> after <del>a<br><br>b</del> <b><p>Bold.</p><ul><li>x</li></ul></b><em><h3>Head</h3>text<pre>code</pre></em>',
      '~~First.~~\n\n~~Second **one**.~~\n\nafter ~~a~~\n\n~~b~~\n\n**Bold.**\n\n- **x**\n\n### _Head_\n\n_text_\n\n```\ncode\n```',
    ],
  },
  lists: {
    'with numbers that no list in Markdown can have': [
      '<ol start=-2><li><p>a</p><p>more</p><li>b<li>c<li>d</ol><ol reversed start=1><li>x<li>y<ol><li>in</ol><li>z</ol><ol start=0><li>zero<li>one</ol><ol start=9999999999><li>n</ol>',
      '- \\-2. a\n\n  more\n- \\-1. b\n- 0\\. c\n- 1\\. d\n\n- 1\\. x\n- 0\\. y\n  1. in\n- \\-1. z\n\n0. zero\n1. one\n\n- 9999999999\\. n',
    ],
    'with content between their items': [
      '<ul>Fruits<li>apple</li>and <b>more</b><li>pear</li></ul><ol><li>x</li><li>y</li>trailing</ol>',
      'Fruits\n\n- apple\n\n  and **more**\n- pear\n\n1. x\n2. y\n\n   trailing',
    ],
    'directly in a list': [
      '<ul><li>a</li><li>b</li><ul><li>c</li></ul></ul><ol><ol><li>d</li></ol></ol>',
      '- a\n- b\n  - c\n\n1. d',
    ],
    'in reverse': [
      '<ol reversed><li>third<li>second<li>first</ol><p>-</p><ol reversed start=10><li>ten<li>nine</ol>',
      '3. third\n2. second\n1. first\n\n\\-\n\n10. ten\n9. nine',
    ],
    'with letters and Roman numerals, to which texts refer': [
      '<ol type=a start=26><li>x<li><p>y</p><ol style="list-style:upper-roman"><li>in<li value=9>nine</ol></ol><p>-</p><ol style="list-style-type:lower-greek"><li>alpha</ol><p>-</p><ol type=I start=0><li>no numeral</ol>',
      '- z. x\n- aa. y\n\n  - I. in\n  - IX. nine\n\n\\-\n\n- α. alpha\n\n\\-\n\n- 0\\. no numeral',
    ],
    'that show no numbers, and have them in their texts': [
      '<ol style="list-style:none"><li>3.1 Terms<li>3.2. More</ol><p>-</p><ol style="list-style:none"><li>(a) x<li>(b) y</ol><p>-</p><ol style="list-style:none"><li>no<li>2. numbers</ol>',
      '- 3.1 Terms\n- 3.2. More\n\n\\-\n\n- (a) x\n- (b) y\n\n\\-\n\n1. no\n2. 2\\. numbers',
    ],
    'with text after a list': ['<ul><li>a<ul><li>b</li></ul>c</li></ul>', '- a\n\n  - b\n\n  c'],
    'with elements around the items': ['<ol><div><li>a</li></div><div><li>b</li></div></ol>', '1. a\n\n2. b'],
    'with links around the items': [
      '<ul><a href="/a"><li>a</li></a><a href="/b"><li>b</li></a></ul>',
      '- [a]($/a)\n- [b]($/b)',
    ],
  },
  'text is no markup': {
    numbers: [
      '<p>1984) by George Orwell</p><p>7)</p><p>1.</p><p>2019 ) no</p>',
      '1984\\) by George Orwell\n\n7\\)\n\n1\\.\n\n2019 ) no',
    ],
    'signs alone': ['<p>#</p><p>+</p><p>-</p>', '\\#\n\n\\+\n\n\\-'],
    'signs at the end of a heading': [
      '<h2>Ticket #</h2><h3>C# and C ##</h3>',
      '## Ticket \\#\n\n### C# and C \\##',
    ],
    tildes: ['<p>~~not struck~~ ~5 to 10~20</p>', '\\~\\~not struck\\~\\~ ~5 to 10\\~20'],
    tables: ['<p>One<br>| a |<br>| --- |<br>| b |</p>', 'One  \n| a |  \n\\| --- |  \n| b |'],
    'an exclamation mark before a link': [
      '<p>Act now!<a href="/buy">Buy</a> <b>!</b><a href="/w">W</a></p>',
      'Act now\\![Buy]($/buy) **!**[W]($/w)',
    ],
  },
  'line breaks that the page shows': {
    'are kept': [
      '<div style="white-space:pre-wrap"><span>First.\n\nSecond:\n1. one</span></div><div style="white-space:pre-line">\nStreet 5\nNorth\n</div>',
      'First.\n\nSecond:  \n1\\. one\n\nStreet 5  \nNorth',
    ],
    'are none between blocks': [
      '<div style="white-space:pre-wrap">\n  <div>a</div>\n\n  <div>b</div>\n</div>',
      'a\n\nb',
    ],
    'twice are a paragraph': ['<p>a<br><br>b<br>c<br></p>', 'a\n\nb  \nc'],
  },
  images: {
    'by lazy attributes': [
      `<img alt=a src="${pixel}" data-lazy-src="/a.png"><img alt=b src="/pixel.gif" data-original="/b.png"><img alt=c class=lazyload src="/spacer.gif" data-src="/c.png">`,
      '![a]($/a.png)![b]($/b.png)![c]($/c.png)',
    ],
    'by sets with commas in the URLs': [
      `<img alt=a srcset="/w_1,h_2/a.png 1x, /b.png 2x"><img alt=b src="${pixel}" data-srcset="/c,d.png 300w, /e.png 600w">`,
      '![a]($/w_1,h_2/a.png)![b]($/c,d.png)',
    ],
    'in pictures and noscript': [
      `<picture><source data-srcset="/a.webp"><img alt=a src="${pixel}"></picture><picture><source media="(max-width:1px)" srcset="/no.png"><source srcset="/b.png"><img alt=b loading=lazy style="position:absolute;top:9000px" src="/small.png"></picture><img alt=c src="${pixel}"><noscript><img src="/c.png?x=1&amp;y=2"></noscript>`,
      '![a]($/a.webp)![b]($/b.png)![c]($/c.png?x=1&y=2)',
    ],
    'by lazy attributes that only a waiting sign or a blurred preview replaces': [
      `<img alt=a src="/img/spinner.svg" data-src="/a.png"><img alt=b src="/b.jpg?w=20&blur=50" data-src="/b.jpg"><img alt=c width=300 src="data:image/svg+xml,%3Csvg/%3E" data-src="/c.png"><img alt=d width=300 src="/preview.svg" data-src="/d.png"><img alt=e width=300 src="/unanswered.svg" data-src="/e.png"><img alt=f loading=lazy width=300 src="/f.png" data-original="/zoom.png">`,
      '![a]($/a.png)![b]($/b.jpg)![c]($/c.png)![d]($/d.png)![e]($/e.png)![f]($/f.png)',
    ],
    'that have loaded stay': [
      '<img alt=a class="lazy loaded" src="/large.png" data-src="/original.png">',
      '![a]($/large.png)',
    ],
  },
  'permanent links of headings': {
    vanish: [
      '<h2>Setup<a href="#setup" class="hash-link" title="Direct link">&#8203;</a></h2><h2>MkDocs<a class="headerlink" href="#mk">¶</a></h2><h3>Hugo <a class="anchor" href="/cases#hg">#</a></h3><h3><a class="anchor" href="#gh"><svg></svg></a>GitHub</h3><h3><a href="#all">All</a></h3>',
      '## Setup\n\n## MkDocs\n\n### Hugo\n\n### GitHub\n\n### All',
    ],
    'vanish from definitions, captions and paragraphs': [
      '<dl><dt id=f>f(x)<a class="headerlink" href="#f">¶</a></dt><dd>Doc.</dd></dl><p>Text<a class="headerlink" href="#p">#</a></p>',
      '**f(x)**\n\n: Doc.\n\nText',
    ],
    'vanish like links to the editor': [
      '<div><h2>Reefs</h2><span class="mw-editsection">[<a href="/edit">edit</a>]</span></div><p>Text',
      '## Reefs\n\nText',
    ],
    'stay if they are the text of the heading': [
      '<h2 id=link><a href="#link">Link</a></h2><h2><a class=anchor href="#a">Anchor</a></h2><h3>Setup <a href="#s">Permalink</a></h3>',
      '## Link\n\n## Anchor\n\n### Setup',
    ],
    'other links stay': [
      '<h2><a href="/x#y">X</a> and <a href="#c">section c</a></h2><p><a href="#top">¶</a></p>',
      '## [X]($/x#y) and [section c]($/cases#c)\n\n[¶]($/cases#top)',
    ],
  },
  'elements that are apart': {
    'get a space': [
      '<style>.t{display:inline-block;margin:0 6px;padding:2px 6px;border:1px solid}</style><p><span class=t>alpha</span><span class=t>beta</span></p><p>Name<span style="padding:2px 6px">New</span>, price<span style="margin-left:8px">5</span></p><p><button>Yes</button><button>No</button></p>',
      'alpha beta\n\nName New, price 5\n\nYes No',
    ],
    'get a space for what is between them': [
      '<p>Name<input>Email<input type=checkbox>Yes<select><option>a</select>No <label>npm</label><input type=radio><label>yarn</label></p><p>4.5<svg width=16 height=16></svg>123, 4.5<span><svg width=16 height=16></svg></span>678<svg width=16 height=16></svg>.</p><p>x<input type=hidden>y<input style="position:absolute;opacity:0">z<svg width=0 height=0></svg>w</p>',
      'Name Email Yes No npm yarn\n\n4.5 123, 4.5 678.\n\nxyzw',
    ],
    'get a space in a wide box': [
      '<p><span style="display:inline-block;width:120px">Weight</span>5 kg<span style="display:inline-block;width:90px;text-align:right">9</span>8</p><p style="font-size:40px"><span style="display:inline-block;width:36px;text-align:center">1</span><span style="display:inline-block;width:36px;text-align:center">2</span></p>',
      'Weight 5 kg 98\n\n12',
    ],
    'stay together inside a word': [
      '<p><code style="padding:2px 4px">a</code>s (<kbd style="padding:3px">K</kbd>) <span>H</span><span>i</span> <span style="display:inline-block">W</span><span style="display:inline-block">o</span></p>',
      '`a`s (K) Hi Wo',
    ],
  },
  ruby: {
    'has its reading in parentheses': [
      '<p>その<ruby>表示<rp>（</rp><rt>ひょうじ</rt><rp>）</rp></ruby>と<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby><ruby>x<rt></rt></ruby></p>',
      'その表示(ひょうじ)と漢(kan)字(ji)x',
    ],
    'has each reading after its base': [
      '<p><ruby><rb>漢<rb>字<rt>kan<rt>ji</ruby> <ruby><rb>東</rb><rt>とう</rt><rb>京</rb><rt>きょう</rt></ruby> <ruby><rb>旧</rb><rb>山</rb><rp>(</rp><rt>jiù</rt><rt>shān</rt><rp>)</rp><rtc><rp>(</rp><rt>Old Mountain</rt><rp>)</rp></rtc></ruby> <ruby><rb>今</rb><rb>日</rb><rt>きょう</rt></ruby></p>',
      '漢(kan)字(ji) 東(とう)京(きょう) 旧(jiù)山(shān)(Old Mountain) 今日(きょう)',
    ],
    'keeps its text outside of bases': [
      '<p><ruby>漢<rt>かん</rt><rb>字</rb><rt>じ</rt></ruby> <ruby><span>東</span><rt>とう</rt><rb>京</rb><rt>きょう</rt></ruby> <ruby><rb><ruby>今<rt>きょう</rt></ruby></rb><rt>today</rt></ruby></p>',
      '漢(かん)字(じ) 東(とう)京(きょう) 今(きょう)(today)',
    ],
  },
  code: {
    'has its links outside, and no emphasis': [
      '<p><code>Vec&lt;<a href="/t">T</a>&gt;</code> <code>a <b>b</b></code> <code>x</code><code>y</code></p>',
      '`Vec<`[`T`]($/t)`>` `a b` `xy`',
    ],
  },
  tables: {
    'have no headings in their cells': [
      '<table><tr><td><h5>Term</h5></td><td><h5><b>Meaning</b></h5></td></tr><tr><td>a</td><td>b</td></tr></table>',
      '|  |  |\n| --- | --- |\n| **Term** | **Meaning** |\n| a | b |',
    ],
    'keep their columns under cells that span rows': [
      `<table><thead><tr><th>A<th>B<th>C<tbody><tr><td rowspan=0>r<td>1<td rowspan=2>c<tr><td>2<tr><td>3<td>d<tbody><tr><td>x<td rowspan=9>y<td>z<tbody><tr><td>4<td>5<td>6</table>`,
      '| A | B | C |\n| --- | --- | --- |\n| r | 1 | c |\n|  | 2 |  |\n|  | 3 | d |\n| x | y | z |\n| 4 | 5 | 6 |',
    ],
    'of scripts have a row around cells without one': [
      built(
        "e('table',e('thead',e('th','Name'),e('th','Price')),e('tbody',e('tr',e('td','Lamp'),e('td','5'))))",
      ),
      '| Name | Price |\n| --- | --- |\n| Lamp | 5 |',
    ],
    'of scripts keep their rows and cells in other elements': [
      built(
        "e('table',e('tbody',link(e('tr',e('td','a'),e('td','b'))),e('section',e('tr',e('td','c'),link(e('td','d')))),e('tr',e('section',e('td','e'),e('td','f'))))),e('table',e('div',e('caption','g')),e('tr',e('th','h'),e('th','i')))",
      ),
      '|  |  |\n| --- | --- |\n| [a]($/l) | [b]($/l) |\n| c | [d]($/l) |\n| e | f |\n\ng\n\n| h | i |\n| --- | --- |',
    ],
    'of scripts keep what is in no cell': [
      built(
        "e('table',e('tr',e('th','a'),e('th','b'),e('th','c')),e('tr',e('div','d'),e('div','e'),'f ',e('b','g')),e('tbody',e('p','h')),e('caption','i'),e('caption','j')),e('div',e('tr',e('td','k'),e('td','l')))",
      ),
      'i\n\nj\n\n| a | b | c |\n| --- | --- | --- |\n| d | e | f **g** |\n| h |  |  |\n\nk\n\nl',
    ],
    'keep their columns next to forms and columns of the parser': [
      '<table><col><colgroup><col></colgroup><form><tr><form><th>a</th><th>b</th></form></tr></form></table>',
      '| a | b |\n| --- | --- |',
    ],
    'of roles keep their columns under cells that span': [
      '<div role=table><div role=row><div role=cell aria-rowspan=2>r</div><div role=cell>1</div><div role=cell>a</div></div><div role=row><div role=cell aria-colspan=2>2</div></div></div>',
      '|  |  |  |\n| --- | --- | --- |\n| r | 1 | a |\n|  | 2 |  |',
    ],
    'of roles keep their rows, and what is beside them': [
      '<div role=table><div role=row><span role=columnheader>Name</span><span role=columnheader>Qty</span></div><div role=rowgroup><div><div role=row><span role=cell>Lamp <b>x</b></span><span role=gridcell><a href="/l">42</a></span></div></div></div><p>1 row</p></div>',
      '| Name | Qty |\n| --- | --- |\n| Lamp **x** | [42]($/l) |\n\n1 row',
    ],
    'of styles keep their rows, unless they are columns of the page': [
      '<style>.tt{display:table}.tr{display:table-row}.td{display:table-cell}</style><div class=tt><div class=tr><span class=td>Name</span><span class=td>Qty</span></div><div class=tr><span class=td>Lamp</span><span class=td>42</span></div></div><div class=tt><div class=tr><div class=td><p>Left</p></div><div class=td>Right</div></div></div>',
      '|  |  |\n| --- | --- |\n| Name | Qty |\n| Lamp | 42 |\n\nLeft\n\nRight',
    ],
    'of roles keep cells and rows of code': [
      '<div role=table><div role=row><div role=cell style="white-space:pre;font-family:monospace">a&#10;b</div><div role=cell>c</div></div><div role=row style="white-space:pre;font-family:monospace"><div role=cell>d</div><div role=cell>e</div></div></div><div role=table><div role=row><span role=cell>f</span><span role=cell>g</span></div><div role=row style="white-space:pre;font-family:monospace"><div>h</div><div>i</div></div><pre>j</pre></div>',
      '|  |  |\n| --- | --- |\n| `a`<br>`b` | c |\n| d | e |\n\n|  |  |\n| --- | --- |\n| f | g |\n| `h`<br>`i` |  |\n\n```\nj\n```',
    ],
    'whose rows show line breaks in one font are no code': [
      '<table style="white-space:pre;font-family:monospace">\n<tr>\n<th>a</th><th>b</th></tr>\n<tr>\n<td><div></div><div></div></td><td>d</td></tr>\n</table>',
      '| a | b |\n| --- | --- |\n|  | d |',
    ],
    'of roles with one column are paragraphs': [
      '<div role=grid><div role=row><div role=gridcell>a</div></div><div role=row>b</div></div>',
      'a\n\nb',
    ],
  },
  'other elements': {
    'headings by their role are headings': [
      '<div role=heading aria-level=3>Third</div><p role=heading>p <span role=heading>in</span></p><div role=heading>Second</div>',
      '### Third\n\np in\n\n## Second',
    ],
    'links around lists and tables are in them': [
      '<a href="/l"><ul><li>one<li>two</ul></a><a href="/m"><div>x<table><tr><td>1<td>2</table></div></a><a href="/n"><div>a</div><div>b</div></a>',
      '- [one]($/l)\n- [two]($/l)\n\n[x]($/m)\n\n|  |  |\n| --- | --- |\n| [1]($/m) | [2]($/m) |\n\n[a b]($/n)',
    ],
    'bold text whose style is not bold is not': [
      '<b style="font-weight:normal"><p>All <b>of</b> it.</p></b>',
      'All **of** it.',
    ],
    'HTML in drawings is content': [
      '<svg width=300 height=80><text>no</text><foreignObject width=300 height=80><div xmlns="http://www.w3.org/1999/xhtml"><p>Foreign <b>words</b></p></div></foreignObject></svg>',
      'Foreign **words**',
    ],
    'a summary that is a heading stays one': [
      '<details><summary><h3>Head</h3></summary>x</details>',
      '### Head\n\nx',
    ],
    'copies of slides appear once': [
      '<div><div aria-hidden=true>Slide</div><div>Slide</div></div><div><p class="slick-cloned" aria-hidden=true>A</p><p>A</p><p aria-hidden=true>B</p></div><p><span aria-hidden=true>5 stars</span><span style="position:absolute;clip:rect(0,0,0,0)">5 stars</span></p>',
      'Slide\n\nA\n\nB\n\n5 stars',
    ],
    'the areas of a map may have a text next to them': [
      '<map name=m><area href="/a" alt=no><p>Visible <a href="/b">b</a></p></map><map name="n"/><p>rest</p>',
      'Visible [b]($/b)\n\nrest',
    ],
    'a fallback that is not shown is none': [
      '<p>A <progress value=1 max=2>half</progress> B <meter value=1>one</meter></p>',
      'A B',
    ],
  },
}
