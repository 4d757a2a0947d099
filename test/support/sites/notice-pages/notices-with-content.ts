import { type NoticePage, page } from './notice-page.ts'

const choice = '<p>We use cookies.</p><button>Accept all</button><button>Reject all</button>'

const bar = (name: string, content: string) =>
  page('en', name, `<div class="bar" data-keep>${choice}${content}</div>`)

const photo = 'data:image/png;base64,AAAA'

/** The page has neither `main` nor `article`. */
const inText = (name: string, dialog: string) =>
  page('en', name, `<p>How to build a banner:</p>${dialog}<p>The code of this banner is below.</p>`)

/** Notices that show something beside their text, and examples of notices in the text of a page. */
export const noticesWithContent: readonly NoticePage[] = [
  bar(
    'A text after an element',
    '<style>#styled::after { content: "Closed on Monday" }</style><span id="styled"></span>',
  ),
  bar('A text before a paragraph', '<style>p::before { content: "Ferry cancelled" }</style>'),
  bar(
    'A text of an attribute',
    '<style>#styled::before { content: attr(title) }</style><i id="styled" title="No service today"></i>',
  ),
  bar(
    'A picture after an element',
    `<style>#styled::after { content: url(${photo}) }</style><i id="styled"></i>`,
  ),
  bar(
    'A picture as background',
    `<div role="img" style="width:600px;height:300px;background:url(${photo})"></div>`,
  ),
  bar(
    'A picture as background of an addition',
    `<style>#styled::after { content: ""; display: block; width: 200px; height: 200px; background: url(${photo}) }</style><i id="styled"></i>`,
  ),
  bar('A code to scan', `<img src="${photo}" width="155" height="155" alt="">`),
  bar('A drawing', '<svg width="100" height="100"><circle r="40"></circle></svg>'),
  bar(
    'A closed shadow tree',
    `<x-news style="display:block"></x-news><script>document.querySelector('x-news').attachShadow({ mode: 'closed' }).innerHTML = '<p>Ferry cancelled</p>'</script>`,
  ),
  inText('A dialog in the text', `<div role="dialog" data-keep>${choice}</div>`),
  inText(
    'An element that opens in the text',
    `<dialog open style="position:static" data-keep>${choice}</dialog>`,
  ),
  inText(
    'A dialog in a part of the text',
    `<section><div role="alertdialog" data-keep>${choice}</div></section>`,
  ),
]
