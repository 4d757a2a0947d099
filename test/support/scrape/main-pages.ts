/**
 * Pages of many kinds for the extraction of main content. What belongs to the content has the attribute `gold`; text outside is
 * navigation, advertising and the like.
 */
const words =
  'harbour lamp tide keeper ledger pilot signal rope winter grain oil wick tower stone glass brass storm gull anchor sail cargo dawn mist chart compass beacon quay ferry market bread copper timber wool net crew captain letter bell fog'.split(
    ' ',
  )

/** Returns `count` sentences that differ by `seed`. */
export const prose = (seed: number, count: number): string => {
  let state = seed * 7919 + 17
  const next = (max: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * max)
  }
  const sentence = () => {
    const length = 7 + next(12)
    const text = Array.from({ length }, () => words[next(words.length)]).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}, and ${words[next(words.length)]} too.`
  }
  return Array.from({ length: count }, sentence).join(' ')
}

export const paragraphs = (seed: number, count: number, sentences = 3) =>
  Array.from({ length: count }, (_, index) => `<p>${prose(seed + index, sentences)}</p>`).join('')

const header = `<header class="site-header"><a href="/" class="logo">Harbour Weekly</a><nav class="main-nav"><ul><li><a href="/news">News</a></li><li><a href="/culture">Culture</a></li><li><a href="/sport">Sport</a></li><li><a href="/shop">Shop</a></li></ul></nav><form role="search"><input name="q"><button>Search site</button></form></header>`

const footer = `<footer class="site-footer"><div class="columns"><div><h4>Company</h4><ul><li><a href="/about">About us</a></li><li><a href="/jobs">Careers</a></li></ul></div><div><h4>Legal</h4><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy policy</a></li></ul></div></div><p>© 2026 Harbour Weekly. All rights reserved.</p></footer>`

const sidebar = `<aside class="sidebar"><section class="widget"><h3>Most read</h3><ol><li><a href="/1">Gulls take over the fish market</a></li><li><a href="/2">Ten lamps under forty crowns</a></li><li><a href="/3">Why ferries run late</a></li></ol></section><section class="widget newsletter"><h3>Newsletter</h3><p>Get the best of the week in your inbox.</p><button>Subscribe</button></section></aside>`

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`

const list = <Item>(items: readonly Item[], write: (item: Item, index: number) => string) =>
  items.map(write).join('')

const sixteen = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export const mainPages: Record<string, string> = {
  news: document(
    'Storm closes the harbour - Harbour Weekly',
    `${header}<main><article gold><h1>Storm closes the harbour</h1><p class="standfirst">Forty boats wait outside the mole.</p><div class="byline">By <a href="/ann">Ann Keeper</a>, 3 March 2026</div><figure><img src="/a.png" alt="the mole"><figcaption>The mole on Monday morning</figcaption></figure>${paragraphs(1, 5)}<h2>What happens next</h2>${paragraphs(7, 3)}</article>${sidebar}</main>${footer}`,
  ),
  'news with related stories and an advertisement': document(
    'Grain prices rise | Harbour Weekly',
    `${header}<div class="layout"><div class="story"><div gold><h1>Grain prices rise</h1>${paragraphs(11, 3)}</div><div class="ad-slot" aria-label="Advertisement"><p>Advertisement</p><a href="/ad">Buy three lamps, pay for two</a></div><div gold>${paragraphs(15, 4)}</div><div class="related-articles"><h3>Related</h3><ul><li><a href="/4">Bread is dearer, too</a></li><li><a href="/5">A mill reopens</a></li></ul></div></div>${sidebar}</div>${footer}`,
  ),
  'blog with comments': document(
    'A new wick – Keeper’s log',
    `${header}<div id="content"><article class="post hentry" gold><h1 class="entry-title">A new wick</h1><div class="entry-content">${paragraphs(21, 6)}</div></article><section id="comments" class="comments-area" gold><h2>3 comments</h2><ol class="comment-list"><li class="comment"><div class="comment-author">Bob</div><p>${prose(31, 1)}</p></li><li class="comment"><div class="comment-author">Cid</div><p>${prose(32, 2)}</p></li><li class="comment"><div class="comment-author">Dee</div><p>Thanks!</p></li></ol></section></div>${sidebar}${footer}`,
  ),
  'documentation with sidebar and table of contents': document(
    'Install | Lamp docs',
    `<header class="navbar"><a href="/">Lamp</a> <a href="/docs">Docs</a> <a href="/api">API</a></header><div class="layout"><nav class="sidebar-nav"><ul>${list(sixteen(8), (n) => `<li><a href="/d${n}">Chapter ${n}</a></li>`)}</ul></nav><main class="content" gold><h1>Install</h1><p>Run the installer.</p><pre><code class="language-sh">npm install lamp</code></pre><h2>Requirements</h2><ul><li>Node 20</li><li>A lamp</li></ul><div class="admonition note"><p class="admonition-title">Note</p><p>Use at least two gigabytes of memory.</p></div>${paragraphs(41, 2)}<table><thead><tr><th>Option</th><th>Default</th></tr></thead><tbody><tr><td>colour</td><td>amber</td></tr><tr><td>height</td><td>12</td></tr></tbody></table></main><nav class="toc"><p>On this page</p><ul><li><a href="#r">Requirements</a></li></ul></nav></div>${footer}`,
  ),
  prices: document(
    'Prices – Lamp',
    `${header}<main><div gold><h1>Prices that scale with your harbour</h1><p>Choose a plan. Cancel at any time.</p></div><div class="pricing-grid" style="display:grid;grid-template-columns:1fr 1fr 1fr">${list(
      [
        ['Free', '0', '10 lamps'],
        ['Growth', '19', '100 lamps'],
        ['Scale', '99', 'Unlimited lamps'],
      ],
      ([name, price, amount]) =>
        `<div class="card plan" gold><h3>${name}</h3><p class="price">$${price} <small>per month</small></p><ul><li>${amount}</li><li>Mail support</li></ul><a class="btn" href="/buy">Choose ${name}</a></div>`,
    )}</div><section class="faq" gold><h2>Questions</h2><h3>Can I change later?</h3><p>Yes, at the end of each month.</p><h3>Is there a discount?</h3><p>Yes, for yearly payment.</p></section></main>${footer}`,
  ),
  product: document(
    'Brass lamp No. 7 | Lamp shop',
    `${header}<div class="breadcrumb"><a href="/">Home</a> / <a href="/lamps">Lamps</a></div><main class="product-page"><div class="gallery"><img src="/p.png" alt="Brass lamp"></div><div class="info" gold><h1>Brass lamp No. 7</h1><p class="price">€129.00</p><p>In stock, delivered in two days</p><p>${prose(51, 3)}</p><h2>Details</h2><table><tr><th>Height</th><td>31 cm</td></tr><tr><th>Weight</th><td>1.4 kg</td></tr></table></div><section class="reviews" gold><h2>Reviews</h2><div class="review"><strong>Bright and quiet</strong><p>Burns for nine hours.</p></div><div class="review"><strong>Too heavy</strong><p>My shelf broke.</p></div></section></main><section class="recommendations"><h2>You may also like</h2><a href="/6">Copper lamp</a> <a href="/7">Tin lamp</a></section>${footer}`,
  ),
  forum: document(
    'Lamp smokes - Keepers forum',
    `${header}<div class="container"><h1 gold>Lamp smokes</h1><div class="posts">${list(
      [
        'It smokes since Monday. What can I do?',
        'Trim the wick.',
        'I did, it still smokes.',
        'Then change the oil: fish oil smokes.',
        'That was it, thanks!',
      ],
      (text, index) =>
        `<div class="post" id="p${index}" gold><div class="post-author">keeper${index}</div><div class="post-body">${text}</div></div>`,
    )}</div><div class="pagination"><a href="?p=2">2</a> <a href="?p=3">Next page</a></div></div>${footer}`,
  ),
  'questions and answers': document(
    'How do I trim a wick? - Lamp Overflow',
    `${header}<div id="content"><div id="mainbar"><div gold><h1>How do I trim a wick?</h1><div class="question"><div class="post-text"><p>${prose(61, 2)}</p><pre><code>trim --wick 3mm</code></pre></div></div></div><div id="answers" gold><h2>2 Answers</h2><div class="answer"><div class="post-text"><p>Cut it straight, then round the corners.</p><p>${prose(63, 2)}</p></div><div class="comments"><div class="comment"><span class="comment-copy">Works for flat wicks, too.</span></div></div></div><div class="answer"><div class="post-text"><p>Use scissors.</p></div></div></div></div><div id="sidebar"><h4>Hot questions</h4><ul><li><a href="/q1">Why is the sea salty?</a></li><li><a href="/q2">Can gulls count?</a></li></ul></div></div>${footer}`,
  ),
  'news with links only': document(
    'Lamp News',
    `<center><table id="main" width="85%"><tr><td><table><tr><td><b><a href="/">Lamp News</a></b> <a href="/new">new</a> | <a href="/past">past</a> | <a href="/login">login</a></td></tr></table></td></tr><tr><td><table class="itemlist" gold>${list(
      sixteen(12),
      (n) =>
        `<tr class="athing"><td class="rank">${n}.</td><td class="title"><a href="https://x${n}.example/">${prose(70 + n, 1)}</a></td></tr><tr><td></td><td class="subtext">${n * 7} points by keeper${n} ${n} hours ago</td></tr>`,
    )}</table></td></tr></table></center>`,
  ),
  recipe: document(
    'Fish soup | Quay kitchen',
    `${header}<article class="recipe"><div gold><h1>Fish soup</h1><p>${prose(81, 2)}</p></div><div class="recipe-card" gold><h2>Ingredients</h2><ul><li>1 kg fish</li><li>2 onions</li><li>½ l water</li></ul><h2>Method</h2><ol><li>Chop the onions.</li><li>Boil everything for twenty minutes.</li><li>Serve with bread.</li></ol></div><div class="share"><a href="#">Share</a> <a href="#">Pin</a></div></article>${sidebar}${footer}`,
  ),
  encyclopedia: document(
    'Lighthouse - Encyclopedia',
    `<div id="mw-head"><a href="/">Main page</a> <a href="/random">Random article</a></div><main id="content" class="mw-body"><div gold><h1 id="firstHeading">Lighthouse</h1></div><div id="siteSub">From Encyclopedia, the free one</div><div id="mw-content-text" gold><table class="infobox"><tr><th>Built</th><td>280 BC</td></tr><tr><th>Height</th><td>103 m</td></tr></table>${paragraphs(91, 3)}<h2>History</h2>${paragraphs(95, 3)}<h2>References</h2><ol class="references"><li>Smith, J. (1999). Lamps of the north.</li><li>Doe, A. (2004). On towers.</li></ol></div></main>${footer}`,
  ),
  'reference of an API': document(
    'render() - Lamp API',
    `<div class="sidebar"><ul>${list(sixteen(10), (n) => `<li><a href="#m${n}">method${n}()</a></li>`)}</ul></div><div class="main"><div gold><h1>Lamp</h1><p>The class that makes light.</p>${list(sixteen(5), (n) => `<div class="method"><h3>method${n}(a: number): string</h3><p>Returns the light number ${n}.</p><dl><dt>a</dt><dd>how bright, from 0 to ${n}</dd></dl></div>`)}</div></div>${footer}`,
  ),
  changes: document(
    'Changelog',
    `${header}<main gold><h1>Changelog</h1>${list(sixteen(5), (n) => `<section><h2>1.${6 - n}.0</h2><time>2026-0${n}-01</time><ul><li>Add ${words[n]}</li><li>Fix ${words[n + 9]} on ${words[n + 20]}</li></ul></section>`)}</main>${footer}`,
  ),
  'questions that open': document(
    'Help',
    `${header}<main gold><h1>Help centre</h1>${list(sixteen(6), (n) => `<details><summary>Question ${n} about ${words[n]}?</summary><p>${prose(110 + n, 1)}</p></details>`)}</main>${footer}`,
  ),
  'start page': document(
    'Lamp – light for every harbour',
    `${header}<main><section class="hero" gold><h1>Light for every harbour</h1><p>Install a lamp in five minutes.</p><a class="btn" href="/start">Start now</a></section><section class="features" gold><h2>Why Lamp</h2><div style="display:flex">${list(sixteen(4), (n) => `<div class="feature"><h3>Reason ${n}</h3><p>${prose(120 + n, 1)}</p></div>`)}</div></section><section class="testimonials" gold><h2>What keepers say</h2><blockquote><p>Never saw a brighter one.</p><cite>Ann, pilot</cite></blockquote></section></main>${footer}`,
  ),
  job: document(
    'Lamp engineer (all genders) – Jobs',
    `${header}<div class="wrap"><div class="job" gold><h1>Lamp engineer</h1><p>Skagen · Full time · 40 hours</p><h2>Your tasks</h2><ul><li>Trim wicks</li><li>Clean the glass</li></ul><h2>Your profile</h2><ul><li>Good eyes</li><li>No fear of heights</li></ul><p>${prose(131, 2)}</p></div><div class="apply"><a href="/apply">Apply now</a></div></div><div class="similar-jobs"><h3>Similar jobs</h3><a href="/j1">Rope maker</a> <a href="/j2">Bell ringer</a></div>${footer}`,
  ),
  'guide with asides': document(
    'Guide',
    `${header}<main><h1 gold>Guide</h1><div class="markdown-content" gold>${paragraphs(141, 2)}<aside class="callout warning" aria-label="Warning"><p>Never leave the lamp alone at night.</p></aside>${paragraphs(145, 2)}<aside class="sidenote">In 1901 the keeper did, and the tower burned.</aside>${paragraphs(148, 1)}</div></main>${footer}`,
  ),
  'documentation with cards': document(
    'Overview | Lamp docs',
    `${header}<main class="vp-doc" gold><h1>Overview</h1>${paragraphs(151, 2)}<div class="cards">${list(sixteen(4), (n) => `<a class="card" href="/c${n}"><h3>Topic ${n}</h3><p>All about ${words[n]} and ${words[n + 4]}</p></a>`)}</div><h2>Further steps</h2>${paragraphs(155, 1)}</main>${footer}`,
  ),
  'Japanese article': document(
    '灯台の歴史 | 港新聞',
    `<header><nav><a href="/">ホーム</a> <a href="/n">ニュース</a></nav></header><article gold><h1>灯台の歴史</h1>${'<p>灯台は船の安全を守るために建てられた塔である。夜になると光を放ち、遠くの船に位置を知らせる。古代からさまざまな形のものが作られてきた。</p>'.repeat(6)}</article><footer><p>著作権 港新聞</p><a href="/p">プライバシー</a></footer>`,
  ),
  'tables of data': document(
    'Tide tables 2026',
    `${header}<div class="page"><div gold><h1>Tide tables 2026</h1><p>All times are local.</p><table><thead><tr><th>Day</th><th>High</th><th>Low</th></tr></thead><tbody>${list(sixteen(20), (n) => `<tr><td>March ${n}</td><td>${n}:14</td><td>${n + 6 > 23 ? n - 18 : n + 6}:27</td></tr>`)}</tbody></table></div></div>${footer}`,
  ),
  conversation: document(
    'Thread by @keeper',
    `<nav><a href="/home">Home</a><a href="/explore">Explore</a></nav><main role="main"><div aria-label="Timeline: Conversation">${list(
      [
        'Today we lit the new lamp.',
        'It can be seen from twenty miles away.\nThat is twice as far as the old one.',
        'Come and see it on Sunday!',
      ],
      (text, index) =>
        `<article gold><div class="user"><span>Keeper</span> <span>@keeper</span></div><div class="text" style="white-space:pre-wrap">${text}</div><time>${index + 1} March</time></article>`,
    )}</div></main><aside><h2>Trends for you</h2><p>#lamps</p><p>#tides</p></aside>`,
  ),
  repository: document(
    'keeper/lamp: A lamp',
    `${header}<div class="repo-head"><a href="/keeper">keeper</a> / <a href="/keeper/lamp">lamp</a><ul><li><a href="/issues">Issues</a></li><li><a href="/pulls">Pull requests</a></li></ul></div><main><table class="files"><tr><td><a href="/src">src</a></td><td>Add wick</td></tr><tr><td><a href="/readme">README.md</a></td><td>Fix typo</td></tr></table><div id="readme" class="Box"><article class="markdown-body entry-content" gold><h1>Lamp</h1><p>${prose(171, 2)}</p><h2>Usage</h2><pre><code>lamp --bright</code></pre><h2>License</h2><p>MIT</p></article></div></main>${footer}`,
  ),
  'policy in divisions': document(
    'Privacy policy',
    `${header}<div class="section"><div class="container" gold><div class="title">Privacy policy</div>${list(sixteen(6), (n) => `<div class="clause"><div class="clause-title">${n}. ${words[n]}</div><div class="clause-text">${prose(180 + n, 2)}</div></div>`)}</div></div>${footer}`,
  ),
  event: document(
    'Harbour fair 2026',
    `${header}<main><div gold><h1>Harbour fair 2026</h1><p class="date">Saturday, 12 June, 10:00 to 18:00</p><p class="place">Old quay, Skagen</p><h2>Programme</h2><ul><li>10:00 Opening by the mayor</li><li>12:00 Fish soup for everyone</li><li>15:00 Rope pulling</li></ul><p>Entry is free.</p></div></main><div class="cookie-hint">We use cookies to improve this site. <button>Accept</button></div>${footer}`,
  ),
}
