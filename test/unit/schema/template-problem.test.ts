import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { templateProblem } from '../../../lib/schema/template-problem.ts'
import { pdfOptions } from '../../support/render/read-pdf-options.ts'

const at = 'http://example.com/a'
const style = (css: string) => `<style>${css}</style>`

const harmless = [
  'text',
  'a < b & c > d',
  '<span class="pageNumber"></span> of <span class="totalPages"></span>',
  `<a href="${at}" title="see url(${at})">link</a>`,
  '<img src="data:image/png;base64,AA" alt="a url(x)">',
  '<img src=" DATA:image/png;base64,AA">',
  '<img srcset="data:image/png,a 1x,data:image/png,b 2x">',
  '<p style="background: url(data:image/png;base64,AA)">x',
  '<p style=\'font-family: "http://"\'>x',
  style('p { color: red }'),
  style('@font-face { font-family: x; src: local(Arimo), url("data:font/woff2;base64,AA") format("woff2") }'),
  style('p::before { content: "url(http://example.com/)" }'),
  style('/* @import url(http://example.com/a.css) */ p { color: red }'),
  style(`p { background: image-set("data:image/png,a" type("image/png") 1x) }`),
  style(`p { background: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>") }`),
  '<svg><defs><linearGradient id="g"/></defs><use href="#g"/><rect fill="url(#g)"/><title>a</title></svg>',
  '<svg><style>.a { fill: url(#g) }</style><image href="data:image/png;base64,AA"/></svg>',
  '<!-- Generator: an editor --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
  '<table><tr><td>left<td>right</table>',
  '<script>document.write(1)</script>',
]

const loading = [
  // Elements and their attributes.
  `<link rel="stylesheet" href="${at}">`,
  '<LINK REL=preload HREF=//example.com/a>',
  `<link rel=stylesheet data-x="href=data:" href=${at}>`,
  `<link rel=stylesheet href=${at} href="data:,">`,
  `<link rel=stylesheet href=data:, href=${at}>`,
  `<link rel=stylesheet href=${at} `,
  '<link rel="stylesheet" href="#a">',
  '<link rel="stylesheet" href="ht&#116;p://example.com/a">',
  '<link rel="stylesheet" href="http&colon;//example.com/a">',
  '<link rel="stylesheet" href="\t/a.css">',
  `<link rel=preload as=image imagesrcset="${at} 1x">`,
  `<img src="${at}">`,
  '<img src="//example.com/a">',
  '<img src="file:///etc/hostname">',
  '<img src="blob:http://example.com/1">',
  '<img src="#">',
  `<img/src=${at}>`,
  `<image src=${at}>`,
  `<img srcset="data:,a 1x,${at} 2x">`,
  `<img srcset="data:,a 1x, ${at}">`,
  `<picture><source srcset="${at}"><img src="data:,"></picture>`,
  `<input type="image" src="${at}">`,
  `<video poster="${at}"></video>`,
  `<video src="${at}"></video>`,
  `<table background="${at}"></table>`,
  `<script src="${at}"></script>`,
  `<svg><image xlink:href="${at}"/></svg>`,
  `<svg><use href="${at}#a"/></svg>`,
  `<svg><feImage href="${at}"/></svg>`,
  `<svg><rect fill="url(${at}#a)"/></svg>`,
  `<svg><image><animate attributeName="href" values="${at}"/></image></svg>`,
  `<svg><set attributeName="xlink:href" to="x"/></svg>`,
  // Style sheets and properties.
  style(`@import url(${at});`),
  style("@IMPORT 'a.css';"),
  style(`@import"${at}"`),
  style(`@\\69mport url(${at})`),
  style(`@imp\\6frt "${at}"`),
  style('@import url()'),
  style('@import "#a"'),
  style(`@import/**/url(${at})`),
  style(`p { background: url(${at}) }`),
  style(`p { background: u\\72l(${at}) }`),
  style(`p { background: \\75rl("${at}") }`),
  style(`p { background: URL(${at}) }`),
  style('p { background: url(\\68ttp://example.com/a) }'),
  style(`p { background: image-set("${at}" 1x) }`),
  style(`p { background: -webkit-image-set(url(${at}) 1x) }`),
  style(`p { --a: "${at}"; background: image-set(var(--a) 1x) }`),
  style(`p { --a: url(${at}); background: var(--a) }`),
  style(`@font-face { font-family: x; src: url(${at}) }`),
  style(`@font-face{/*}*/font-family:x;src:url(${at})}`),
  style(`@font-\\66ace { font-family: x; src: url(${at}) }`),
  style(`p { cursor: url(${at}), auto; content: "}`),
  style(`<!-- @import url(${at}); -->`),
  `<style>p { background: url(${at})`,
  `<style/>@import url(${at})`,
  `<p style="background: url(${at})">x`,
  `<p style="background: u&#92;72l(${at})">x`,
  `<p style='list-style: url("${at}")'>x`,
  '<link rel="stylesheet" href="data:text/css,p%7Bcolor:red%7D">',
  style('@import "data:text/css,p" print;'),
  // Where an HTML parser and a simpler one differ.
  `<!--><img src=${at}>-->`,
  `<!--a--!><img src=${at}>`,
  `<p title="<!--"><img src=${at}>`,
  `<style>/* <p title=" */</style><img src=${at}>`,
  `<textarea></textarea><img src=${at}>`,
  `<svg><style>@&#105;mport url(${at})</style></svg>`,
  `<svg><style>@im<!-- -->port url(${at})</style></svg>`,
  `<svg><style><![CDATA[@import url(${at})]]></style></svg>`,
  `<svg><p><style><!--</style><img src=${at}>--></style>`,
  `<svg><title><!--</title><img src=x>--><img src=${at}>`,
  `<![CDATA[><img src=${at}>]]>`,
  // Documents inside the document.
  '<iframe srcdoc="x"></iframe>',
  `<object data="${at}"></object>`,
  `<embed src="${at}">`,
  '<base href="data:,">',
  '<meta http-equiv="refresh" content="0;url=data:,">',
  '<noscript><p></noscript>',
  '<math><annotation-xml encoding="text/html"></annotation-xml></math>',
  '<template><col><style></template>',
  '<select><style></select>',
  '<svg><foreignObject><p></foreignObject></svg>',
  '<b>'.repeat(300),
]

describe('a template that loads nothing', () => {
  test.each(harmless)('%s is accepted', (html) => expect(templateProblem(html)).toBeUndefined())

  test('may contain any characters', () => {
    fc.assert(fc.property(fc.string(), (text) => templateProblem(text.replaceAll('<', '')) === undefined))
  })
})

describe('a template that loads or is too deep', () => {
  test.each(loading)('%s is refused', (html) =>
    expect(templateProblem(html)).toMatch(/^must not |^must load /),
  )

  test.each(['a(', 'a{', '[', '('])('with styles that nest %s too deep is rejected', (piece) => {
    expect(templateProblem(style(piece.repeat(90)))).toBeUndefined()
    expect(templateProblem(style(piece.repeat(101)))).toMatch(/^must not nest blocks or functions/)
  })

  test('is rejected with the name of the parameter and the fault', () => {
    expect(() => pdfOptions({ pdf_footer_template: `<img src="${at}">` })).toThrow(
      '`pdf_footer_template` must load nothing but `data:` URLs, but the attribute `src` contains another URL.',
    )
  })
})

const length = 99_000
const fill = (piece: string, size = length) => piece.repeat(Math.floor(size / piece.length))

test.each([
  ...[
    '@import "data:";',
    '@font-face{',
    'image-set(',
    'a()',
    'a(',
    'a{',
    '[',
    '/*',
    '"\n',
    'url(a b)',
    '\\61 ',
  ].map((piece) => style(fill(piece))),
  ...['<!---->', '<!--', '<b></b>', '<p>', '&amp;', '&', '<style>a{}</style>'].map((piece) => fill(piece)),
  style(`@import${fill(' ')}`),
  `${fill('<link ', length / 3)}href=data: href=${fill(' ', length / 3)}>`,
  `<p a="${fill('a(')}">`,
  `<p style="${fill('image-set(')}">`,
  `${fill('<b>', length / 2)}${fill('</b>', length / 2)}`,
  `${'<i>'.repeat(190)}${fill('</x>')}`,
  `<p ${fill('a=1 ')}>`,
  `<img srcset="${fill('1x,1x ')}">`,
  `<img srcset="${fill('1')}">`,
  `<title>${fill('</titl')}`,
])('%.40s… is checked in linear time', (html) => {
  expect(() => templateProblem(html)).not.toThrow()
})
