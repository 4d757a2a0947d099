import { readCases } from '../read-cases.ts'

/** A page with an overlay. */
export interface NoticePage {
  name: string
  lang: string
  body: string
}

const pagesIn = (file: string): NoticePage[] =>
  readCases(`notices/${file}.txt`).map(({ name, parts: [body = ''] }) => {
    const [lang = '', ...words] = name.split(' ')
    return { lang, name: words.join(' '), body }
  })

/** Overlays that mention cookies, privacy or consent, and are not consent dialogs. Each has `data-keep`. */
export const pagesThatStay: readonly NoticePage[] = pagesIn('pages-that-stay')

/** Pages that need the whole search. */
export const wholeSearchPages: readonly NoticePage[] = pagesIn('whole-search')

/** Pages whose consent dialog is removed, and how it ends: `declined`, `accepted` or `hidden`. */
export const pagesToClean = readCases('notices/pages-to-clean.txt').map(({ name, parts: [body = ''] }) => {
  const [lang = '', outcome = '', ...words] = name.split(' ')
  return { lang, outcome: outcome as 'declined' | 'accepted' | 'hidden', name: words.join(' '), body }
})

const layersIn = (file: string): Record<string, string> =>
  Object.fromEntries(readCases(`notices/${file}.txt`).map(({ name, parts: [html = ''] }) => [name, html]))

/** Elements that fill the window beside a consent dialog, and are content. Each is a `.layer` with this name. */
export const layersThatStay = layersIn('layers-that-stay')

/** Layers that only dim the page. */
export const layersToHide = layersIn('layers-to-hide')

const sentences: Record<string, string> = {
  en: 'The museum is open from ten to five. Tickets are sold at the door.',
  de: 'Das Museum ist von zehn bis fünf geöffnet. Karten gibt es am Eingang.',
  fr: 'Le musée est ouvert de dix à cinq heures. Les billets sont vendus à l’entrée.',
  es: 'El museo abre de diez a cinco. Las entradas se venden en la puerta.',
  it: 'Il museo è aperto dalle dieci alle cinque. I biglietti si vendono all’ingresso.',
  nl: 'Het museum is open van tien tot vijf. Kaartjes zijn te koop aan de deur.',
  pl: 'Muzeum jest otwarte od dziesiątej do piątej. Bilety sprzedajemy przy wejściu.',
  pt: 'O museu abre das dez às cinco. Os bilhetes vendem-se à porta.',
  ja: '美術館は十時から五時まで開いています。入場券は入口で販売しています。',
}

/** The document of a page: an article in its language and the overlay. */
export const documentOf = ({ name, lang, body }: NoticePage): string => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${name}</title><style>
body { margin: 0; font: 16px/1.5 sans-serif }
.bar { position: fixed; inset: auto 0 0; padding: 16px; background: #234; color: #fff }
.top { position: fixed; inset: 0 0 auto; padding: 16px; background: #fff }
.sticky { position: sticky; top: 0; padding: 8px; background: #fff }
.card { position: fixed; right: 16px; bottom: 16px; width: 320px; padding: 16px; background: #eee }
.modal { position: fixed; left: 20%; top: 15%; width: 60%; max-height: 70%; overflow: auto; padding: 24px; background: #fff }
.layer { position: fixed; inset: 0; background: rgba(0, 0, 0, .5) }
.page { position: fixed; inset: 0; overflow: auto; background: #fff }
</style></head><body>${body.includes('data-alone') ? '' : `<h1>${name}</h1>${`<p>${sentences[lang] ?? sentences['en']}</p>`.repeat(8)}`}${body}
<script>
addEventListener('click', ({ target }) => {
  const control = target.closest('[data-answer]')
  if (!control) return
  document.documentElement.dataset.answer = control.dataset.answer
  const overlay = control.closest('[data-notice]') ?? control.getRootNode().host?.closest('[data-notice]')
  overlay?.remove()
})
</script></body></html>`
