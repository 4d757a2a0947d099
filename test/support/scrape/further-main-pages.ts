import { paragraphs, prose } from './main-pages.ts'

/*
 * Written before the extraction was changed for them, in other markup than main-pages.ts: few landmarks, names of frameworks or
 * none at all. What belongs to the content has the attribute `gold`.
 */

const document = (title: string, body: string, style = '') =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${body}</body></html>`

const times = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index + 1)).join('')

const top = `<div class="topbar flex"><a href="/">Northlight</a><ul><li><a href="/a">Products</a></li><li><a href="/b">Stories</a></li><li><a href="/c">Support</a></li></ul><a href="/login">Sign in</a></div>`

const header = `<header><a href="/">Northlight</a><nav aria-label="Primary"><a href="/a">Products</a> <a href="/b">Stories</a> <a href="/c">Support</a></nav></header>`

const bottom = `<footer><p>© Northlight Ltd. All rights reserved.</p><ul><li><a href="/t">Terms of use</a></li><li><a href="/p">Privacy</a></li></ul></footer>`

const divBottom = `<div id="footer" class="mt-10 grid"><div><a href="/t">Terms of use</a> <a href="/p">Privacy</a> <a href="/j">Careers</a></div><div>© Northlight Ltd.</div></div>`

export const furtherMainPages: Record<string, string> = {
  'shop without landmarks': document(
    'Canvas tent for four | Northlight',
    `${top}<div class="container"><div class="crumbs breadcrumb"><a href="/">Home</a> › <a href="/tents">Tents</a></div><div class="row"><div class="col-6"><img src="/t.png" alt="Tent"></div><div class="col-6" gold><h1>Canvas tent for four</h1><div class="text-xl">€ 489.00</div><div>Incl. VAT, delivery in 3 days</div><div>${prose(301, 4)}</div></div></div><div class="row" gold><h2>Specifications</h2><dl><dt>Weight</dt><dd>14.2 kg</dd><dt>Height</dt><dd>190 cm</dd><dt>Fabric</dt><dd>Cotton, 320 g/m²</dd></dl></div><div class="row" gold><h2>What buyers say</h2><div><b>Anke, Kiel</b><p>Dry after two nights of rain.</p></div><div><b>Tom, Leeds</b><p>Heavy, but worth it.</p></div></div><div class="row related-products"><h2>You may also like</h2><div><a href="/p1"><img src="/1.png" alt="">Tent pegs</a> <span>€ 9.00</span></div><div><a href="/p2"><img src="/2.png" alt="">Ground sheet</a> <span>€ 39.00</span></div></div></div>${divBottom}`,
  ),
  'shop with price after the description': document(
    'Wool blanket - Northlight',
    `${header}<main><article gold><h1>Wool blanket</h1><div class="description">${paragraphs(311, 4)}</div><div class="buy"><span class="amount">£84.00</span> <span>2 left in stock</span></div><table class="facts"><tr><th>Size</th><td>140 × 200 cm</td></tr><tr><th>Care</th><td>Wash at 30 °C</td></tr></table><section><h3>Delivery and returns</h3><p>Free above £50. Return within 30 days.</p></section></article><section class="recommendations"><h3>Customers also bought</h3><ul><li><a href="/x1">Linen sheet</a></li><li><a href="/x2">Down pillow</a></li></ul></section></main>${bottom}`,
  ),
  'plans without landmarks': document(
    'Pricing',
    `${top}<div class="mx-auto px-4"><div gold><h1>Simple pricing</h1><p>Start free, pay when you grow.</p><div class="grid grid-cols-3">${[
      ['Hobby', '$0', '3 projects', 'Community help'],
      ['Team', '$29', '50 projects', 'Answers within a day'],
      ['Company', '$199', 'Unlimited projects', 'A person to call'],
    ]
      .map(
        ([name, price, a, b]) =>
          `<div class="rounded border p-6"><h3>${name}</h3><span class="text-4xl">${price}</span><span>/month</span><ul><li>${a}</li><li>${b}</li></ul><a href="/signup?plan=${name}">Get ${name}</a></div>`,
      )
      .join(
        '',
      )}</div><table><tr><th></th><th>Hobby</th><th>Team</th><th>Company</th></tr><tr><td>Backups</td><td>weekly</td><td>daily</td><td>hourly</td></tr><tr><td>Single sign-on</td><td>no</td><td>no</td><td>yes</td></tr></table></div></div>${divBottom}`,
    '.grid{display:grid;grid-template-columns:1fr 1fr 1fr}',
  ),
  'manual of Sphinx': document(
    'Quick start — tide 2.1 documentation',
    `<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="/i">index</a></li><li><a href="/n">next</a></li></ul></div><div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main" gold><section id="quick"><h1>Quick start<a class="headerlink" href="#quick">¶</a></h1><p>Install the package first:</p><div class="highlight-sh notranslate"><div class="highlight"><pre>pip install tide</pre></div></div><section><h2>A first chart</h2><p>${prose(321, 2)}</p><dl class="py function"><dt class="sig"><code>tide.chart(port, *, days=7)</code></dt><dd><p>Draws the tide of a port.</p><dl class="field-list"><dt>Parameters</dt><dd><ul><li><strong>port</strong> – the name of the port</li><li><strong>days</strong> – how many days</li></ul></dd></dl></dd></dl></section></section></div></div></div><div class="sphinxsidebar"><h3><a href="/">Table of Contents</a></h3><ul><li><a href="#quick">Quick start</a></li></ul><h4>Previous topic</h4><p><a href="/p">Overview</a></p></div></div><div class="footer">© Copyright 2026, Tide team. Created using Sphinx.</div>`,
  ),
  'forum in tables': document(
    'Engine stalls in cold water - Boat board',
    `<div id="page-header"><a href="/">Boat board</a> <a href="/faq">FAQ</a> <a href="/search">Search</a> <a href="/register">Register</a></div><h2 gold>Engine stalls in cold water</h2>${[
      ['marta', 'Since October my engine stalls after ten minutes. Any idea?'],
      ['olaf', 'Check the thermostat first, then the fuel filter.'],
      ['marta', 'The filter was full of water. Runs fine now!'],
      ['rob', 'Same here, thank you both.'],
    ]
      .map(
        ([name, text], n) =>
          `<table class="tablebg" width="100%" gold><tr><td class="postauthor"><b>${name}</b></td><td class="postsubject">Posted: ${n + 3} Jan 2026</td></tr><tr><td></td><td><div class="postbody">${text}</div></td></tr></table>`,
      )
      .join(
        '',
      )}<div class="nav"><a href="?page=2">Next</a> <a href="?sort=1">Newest first</a></div><div id="page-footer">Powered by board software</div>`,
  ),
  'news with boxes': document(
    'Bridge to open in May | Northlight Times',
    `${header}<main><article><div gold><h1>Bridge to open in May</h1><p class="lead">After four years the ferry gets competition.</p><p>By Ida Holm · 4 minutes</p>${paragraphs(331, 3)}</div><div class="share-tools"><a href="/fb">Share on Facebook</a> <a href="/x">Post on X</a></div><div gold>${paragraphs(335, 2)}<div class="factbox"><h4>The bridge in numbers</h4><ul><li>1,240 metres long</li><li>38 metres above the water</li></ul></div>${paragraphs(338, 3)}</div><div class="tags"><a href="/tag/1">Bridges</a> <a href="/tag/2">Traffic</a></div></article><section class="more"><h2>More stories</h2><div class="grid"><a href="/s1"><h3>Ferry fares fall</h3></a><a href="/s2"><h3>Rail link delayed</h3></a><a href="/s3"><h3>A day with the pilot</h3></a></div></section></main>${bottom}`,
  ),
  'recipe with facts': document(
    'Rye bread with seeds - Northlight Kitchen',
    `${header}<div class="content"><div gold><h1>Rye bread with seeds</h1><p>${prose(341, 2)}</p><dl class="facts"><dt>Ready in</dt><dd>18 hours</dd><dt>Makes</dt><dd>2 loaves</dd></dl></div><a href="#print" class="btn print-button" role="button"></a><div class="ingredients" gold><h2>Ingredients</h2><ul><li><label><input type="checkbox"> 500 g rye flour</label></li><li><label><input type="checkbox"> 7 dl water</label></li><li><label><input type="checkbox"> 1 dl sunflower seeds</label></li></ul></div><div class="steps" gold><h2>Method</h2><ol><li>Mix everything but the salt.</li><li>Wait until tomorrow.</li><li>Bake for 90 minutes at 170 °C.</li></ol><h2>Nutrition</h2><table><tr><td>Energy</td><td>980 kJ</td></tr><tr><td>Protein</td><td>6 g</td></tr></table></div><div class="similar-recipes"><h2>Similar recipes</h2><a href="/r1">Crisp bread</a><a href="/r2">Oat rolls</a></div></div>${bottom}`,
  ),
  'text directly in the body': document(
    'Opening hours',
    `<nav><a href="/">Home</a> | <a href="/rooms">Rooms</a> | <a href="/contact">Contact</a></nav><span gold>The baths are open every day from seven to nine in the evening. On holidays they close at noon.<br><br>Children under six swim free. Towels can be rented at the desk for two crowns, and lockers need a coin.<br><br>The sauna is mixed on Fridays. Please shower before you enter the pool, and leave your phone in the locker.</span><hr><a href="/imprint">Imprint</a>`,
  ),
  'event with speakers': document(
    'Lighthouse Days 2026',
    `${top}<section class="hero" gold><h1>Lighthouse Days 2026</h1><p>12–14 June, Skagen</p><a href="/tickets">Get tickets</a></section><section gold><h2>Speakers</h2><div class="speakers"><a class="speaker" href="/sp/1"><img src="/1.png" alt="Ada Berg"><h3>Ada Berg</h3><p>Keeper of Hirtshals</p></a><a class="speaker" href="/sp/2"><img src="/2.png" alt="Jon Lind"><h3>Jon Lind</h3><p>Builder of lenses</p></a></div></section><section gold><h2>Programme</h2><table><tr><td>Fri 18:00</td><td>Opening</td></tr><tr><td>Sat 10:00</td><td>How a lens is cut</td></tr><tr><td>Sun 11:00</td><td>Walk to the old tower</td></tr></table></section><section gold><h2>Venue</h2><address>Skagen Fyr, Fyrvej 36, 9990 Skagen</address></section>${divBottom}`,
  ),
  'questions in an article': document(
    'Frequently asked questions',
    `${header}<article gold><h1>Frequently asked questions</h1>${paragraphs(351, 3)}${times(6, (n) => `<details><summary>What about case ${n}?</summary><p>${prose(360 + n, 1)}</p></details>`)}<footer><p>Not answered? Call +45 555 123, weekdays until four.</p></footer></article>${bottom}`,
  ),
  'reference of parameters': document(
    'POST /renders - API',
    `<div class="layout"><div class="menu-column"><ul>${times(9, (n) => `<li><a href="/e${n}">Endpoint ${n}</a></li>`)}</ul></div><div class="doc-column"><div gold><h1>Create a render</h1><p><code>POST /renders</code></p><p>Renders a page and stores the result.</p><h2>Body</h2>${['url', 'width', 'format', 'delay'].map((name, n) => `<div class="param"><div><code>${name}</code> <span>string</span>${n === 0 ? ' <span>required</span>' : ''}</div><div>${prose(371 + n, 1)}</div></div>`).join('')}<h2>Errors</h2><table><tr><th>Status</th><th>Meaning</th></tr><tr><td>400</td><td>The page failed</td></tr><tr><td>429</td><td>Too many requests</td></tr></table></div></div></div>${bottom}`,
  ),
  'search results': document(
    'lamp oil - Search',
    `<header><a href="/">Seek</a><form role="search"><input value="lamp oil"><button>Go</button></form></header><main gold><h1>About 1,240 results for lamp oil</h1><ol>${times(8, (n) => `<li><a href="https://r${n}.example/"><h3>Result ${n}: ${prose(380 + n, 1).slice(0, 40)}</h3></a><cite>r${n}.example</cite><p>${prose(390 + n, 1)}</p></li>`)}</ol></main><aside><h2>Refine</h2><ul><li><a href="?t=d">Past day</a></li><li><a href="?t=w">Past week</a></li></ul></aside><footer><a href="/help">Help</a></footer>`,
  ),
  'start page with linked cards': document(
    'Northlight: software for harbours',
    `${top}<div gold><div class="hero"><h1>Software for harbours</h1><p>Berths, bills and boats in one place.</p><p><a href="/demo">Book a demo</a></p></div><div class="features"><a class="card" href="/f1"><h3>Berths</h3><p>See who lies where, and until when.</p></a><a class="card" href="/f2"><h3>Bills</h3><p>Send invoices while the boat still floats.</p></a><a class="card" href="/f3"><h3>Boats</h3><p>Every owner, every insurance.</p></a></div><blockquote><p>We closed two spreadsheets.</p><footer>Liv, harbour master of Læsø</footer></blockquote></div>${divBottom}`,
  ),
  'wiki with infobox': document(
    'Fresnel lens – Openpedia',
    `<div id="mw-page-base"></div><div id="content" class="mw-body" role="main"><div gold><h1 id="firstHeading">Fresnel lens</h1><table class="infobox"><tr><th colspan="2">Fresnel lens</th></tr><tr><th>Inventor</th><td>Augustin Fresnel</td></tr><tr><th>Year</th><td>1822</td></tr></table>${paragraphs(401, 3)}</div><div id="toc" class="toc"><h2>Contents</h2><ul><li><a href="#h">1 History</a></li><li><a href="#u">2 Uses</a></li></ul></div><div gold><h2 id="h">History</h2>${paragraphs(405, 2)}<h2 id="u">Uses</h2><ul><li>Lighthouses</li><li>Overhead projectors</li></ul><h2>References</h2><ol class="references"><li>Levitt, T. (2013). A Short Bright Flash.</li><li>Watson, B. (1999). Science Makes a Better Lighthouse Lens.</li></ol></div><div role="navigation" class="navbox"><table><tr><td><a href="/n1">Optics</a> <a href="/n2">Mirrors</a> <a href="/n3">Prisms</a></td></tr></table></div></div><div id="mw-navigation"><h2>Navigation menu</h2><ul><li><a href="/r">Random page</a></li></ul></div>`,
  ),
  'report of tables': document(
    'Catch statistics 2025',
    `${header}<div id="report" gold><h1>Catch statistics 2025</h1><p>Landings in tonnes, by port.</p>${times(4, (q) => `<h2>Quarter ${q}</h2><table><thead><tr><th>Port</th><th>Cod</th><th>Herring</th></tr></thead><tbody>${times(5, (n) => `<tr><td>Port ${n}</td><td>${q * n * 37}</td><td>${q * n * 91}</td></tr>`)}</tbody></table>`)}<p class="note">Figures for quarter 4 are preliminary.</p></div>${bottom}`,
  ),
  'nested comments': document(
    'Why do gulls scream? : askseas',
    `${top}<div class="thing"><h1 gold>Why do gulls scream?</h1><div class="md" gold><p>They start at four in the morning.</p></div></div><div class="commentarea" gold>${times(4, (n) => `<div class="thing comment"><p class="tagline">user${n} ${n} points</p><div class="md"><p>${prose(411 + n, 1)}</p></div><div class="child"><div class="thing comment"><p class="tagline">user${n + 10} 1 point</p><div class="md"><p>Really? Number ${n} sounds wrong.</p></div></div></div></div>`)}</div><div class="side"><h3>Community rules</h3><p>Be kind.</p></div>${divBottom}`,
  ),
  'changes with links': document(
    'Releases',
    `${header}<main><div gold><h1>Releases</h1>${times(5, (n) => `<h2>v2.${9 - n}.0</h2><p>${10 - n} March 2026</p><ul><li>${prose(421 + n, 1)} (<a href="/pull/${n}1">#${n}1</a>)</li><li><a href="/pull/${n}2">Fix the size of lamp ${n}</a></li><li><a href="/pull/${n}3">Remove the option wick${n}</a></li></ul>`)}</div><div class="pagination"><a href="?page=2">Older releases</a></div></main>${bottom}`,
  ),
  'two languages': document(
    'Hafenordnung / Harbour rules',
    `${top}<div class="two" gold><div lang="de"><h1>Hafenordnung</h1><p>Boote dürfen höchstens drei Tage liegen. Wer länger bleibt, zahlt den doppelten Preis.</p><p>Hunde sind an der Leine zu führen, und offenes Feuer ist verboten.</p></div><div lang="en"><h1>Harbour rules</h1><p>Boats may stay for three days at most. Those who stay longer pay twice the price.</p><p>Dogs are kept on a leash, and open fire is forbidden.</p></div></div>${divBottom}`,
    '.two{display:flex}',
  ),
  'gallery with captions': document(
    'Lighthouses of the north',
    `${header}<main><div gold><h1>Lighthouses of the north</h1><p>Twelve towers, photographed in one winter.</p></div><div class="gallery" gold>${times(8, (n) => `<figure><a href="/photo/${n}"><img src="/g${n}.png" alt="Tower ${n}"></a><figcaption>Tower ${n}, ${1840 + n * 7}, ${n * 6} metres</figcaption></figure>`)}</div></main>${bottom}`,
  ),
  'article with a footer': document(
    'How we count boats – Northlight blog',
    `${header}<article><header gold><h1>How we count boats</h1><p>Published on 3 May by Ole</p></header><div gold>${paragraphs(441, 5)}<details><summary>The formula in full</summary><p>Boats equal masts divided by one point three.</p></details></div><footer gold><p>Corrected on 5 May: an earlier version counted the ferry twice.</p><p>Data: harbour offices, licensed under CC BY 4.0.</p></footer></article>${bottom}`,
  ),
  'index of terms': document(
    'Glossary of sailors',
    `${top}<main gold><h1>Glossary of sailors</h1>${['A', 'B', 'C'].map((letter, k) => `<h2>${letter}</h2><ul>${times(7, (n) => `<li><a href="/term/${letter}${n}">${letter}-term ${k * 7 + n}</a></li>`)}</ul>`).join('')}</main>${divBottom}`,
  ),
  'terms of a contract': document(
    'Terms of hire',
    `${top}<div class="wysiwyg" gold><h1>Terms of hire</h1><ol>${times(6, (n) => `<li><strong>Clause ${n}</strong> ${prose(451 + n, 1)}<ol type="a"><li>${prose(461 + n, 1)}</li><li>The hirer pays ${n * 10} crowns.</li></ol></li>`)}</ol></div>${divBottom}`,
  ),
  poem: document(
    'The lamp by E. Keeper',
    `<div class="nav"><a href="/">All poems</a> <a href="/poets">Poets</a></div><h1 gold>The lamp</h1><div class="by" gold>E. Keeper</div><div class="stanzas" gold>${times(5, (n) => `<div>A lamp was lit on night ${n},<br>the gulls were far from land,<br>and someone on the water saw<br>a light, a coast, a hand.</div>`)}</div><div class="foot"><a href="/next">Next poem</a></div>`,
  ),
  'episode with a transcript': document(
    'Episode 12: The fog bell',
    `${header}<main><div gold><h1>Episode 12: The fog bell</h1><p>Ida talks with a bell founder. 42 minutes.</p><ul><li>00:00 Greeting</li><li>04:10 How a bell is cast</li><li>31:45 Questions</li></ul><details><summary>Transcript</summary>${times(5, (n) => `<p><b>Ida:</b> ${prose(471 + n, 1)}</p><p><b>Per:</b> ${prose(481 + n, 1)}</p>`)}</details></div><div class="subscribe-box"><p>Subscribe in your podcast app.</p><a href="/rss">RSS</a></div></main>${bottom}`,
  ),
  'advertisement of a house': document(
    'Cottage by the sea, 3 rooms',
    `${top}<div class="listing"><div class="listing-head" gold><h1>Cottage by the sea, 3 rooms</h1><div>1,950,000 kr</div></div><div gold>${paragraphs(491, 3)}</div><div class="kv" gold><div><span>Living area</span> <span>84 m²</span></div><div><span>Built</span> <span>1931</span></div><div><span>Energy class</span> <span>D</span></div></div><div class="agent" gold><h3>Agent</h3><p>Mette Friis, +45 555 987</p></div></div><div class="sidebar"><h4>Nearby</h4><a href="/h2">House in town</a><a href="/h3">Flat, 2 rooms</a></div>${divBottom}`,
  ),
  'start of documentation': document(
    'Tide documentation',
    `${header}<main gold><h1>Tide documentation</h1><p>Learn how to use Tide.</p><ul class="tiles"><li><a href="/d1"><strong>Install</strong><span>Packages for every system</span></a></li><li><a href="/d2"><strong>Configure</strong><span>All settings in one file</span></a></li><li><a href="/d3"><strong>Deploy</strong><span>From laptop to cluster</span></a></li></ul></main>${bottom}`,
    '.tiles a{display:block}.tiles span{display:block}',
  ),
  'course with panels': document(
    'Course: Knots for beginners',
    `${top}<div class="wrapper"><div gold><h1>Knots for beginners</h1><p>${prose(501, 2)}</p></div><div class="accordion" gold>${times(5, (n) => `<div class="item"><h3><button>Lesson ${n}: Knot ${n}</button></h3><div class="panel"><p>${prose(511 + n, 1)}</p></div></div>`)}</div><div class="teacher" gold><h2>Your teacher</h2><p>Nils has tied knots for thirty years.</p></div></div>${divBottom}`,
  ),
  'letter in layout tables': document(
    'March letter',
    `<center><table width="600"><tr><td align="right"><a href="/view">View in browser</a></td></tr><tr><td gold><h1>March letter</h1><p>Dear friends of the lighthouse,</p><p>${prose(521, 3)}</p></td></tr><tr><td><table gold><tr><td><h2>New lens</h2><p>${prose(525, 2)}</p><a href="/lens">Read the story</a></td><td><h2>Open day</h2><p>Come on the tenth, coffee is free.</p></td></tr></table></td></tr><tr><td class="footer"><a href="/unsubscribe">Unsubscribe</a> Northlight, Fyrvej 36</td></tr></table></center>`,
  ),
  'answers in articles': document(
    'Which rope for an anchor?',
    `${header}<main><h1 gold>Which rope for an anchor?</h1>${[
      ['Eva', 'I have a boat of six metres and no idea.'],
      ['Kai', 'Nylon, because it stretches. Twelve millimetres are enough for six metres.'],
      ['Rut', 'And five metres of chain before it.'],
    ]
      .map(
        ([name, text], n) =>
          `<article class="q${n}" gold><header><b>${name}</b> <time>${n + 1} May</time></header><p>${text}</p><footer><span>${n * 4} people found this helpful</span></footer></article>`,
      )
      .join('')}</main>${bottom}`,
  ),
  'status of a service': document(
    'Northlight status',
    `<div class="masthead"><a href="/">Northlight status</a></div><div gold><h1>All systems operational</h1><div class="components"><div class="component"><span>API</span> <span>Operational</span></div><div class="component"><span>Dashboard</span> <span>Operational</span></div></div><h2>Past incidents</h2>${times(4, (n) => `<div class="status-day"><h3>${20 - n} May 2026</h3>${n % 2 ? '<p>No incidents reported.</p>' : `<div class="incident"><a href="/i/${n}">Delays in region ${n}</a><p><strong>Resolved</strong> - ${prose(531 + n, 1)}</p></div>`}</div>`)}</div><div class="page-footer"><a href="/history">Incident history</a> <a href="/feed">Powered by Statuspage</a></div>`,
  ),
}
