import { commonWordings } from './common-wordings.ts'
import { dialogsOfSites } from './dialogs-of-sites.ts'
import { type CleanedPage, dialog } from './notice-page.ts'

type Choice = readonly [answer: string, label: string]

const button = ([answer, label]: Choice) => `<button data-answer="${answer}">${label}</button>`

const link = ([answer, label]: Choice) => `<a href="#" data-answer="${answer}">${label}</a>`

const div = ([answer, label]: Choice) => `<div style="cursor:pointer" data-answer="${answer}">${label}</div>`

const overlay = (layout: string, text: string, controls: string) =>
  `${layout === 'modal' ? '<div class="layer"></div>' : ''}<div class="${layout}" data-notice><p>${text}</p>${controls}</div>`

const bar = (lang: string, text: string, decline: string, accept: string, layout = 'bar', draw = button) =>
  dialog(
    lang,
    `${lang}: ${decline}`,
    'declined',
    overlay(layout, text, draw(['accept', accept]) + draw(['decline', decline])),
  )

const en = 'We use cookies to personalize content and to analyze our traffic.'
const de = 'Wir verwenden Cookies, um Inhalte zu personalisieren und Zugriffe zu analysieren.'
const fr = 'Nous utilisons des cookies pour mesurer l’audience et améliorer votre expérience.'
const es = 'Utilizamos cookies propias y de terceros para analizar el uso del sitio.'
const it = 'Questo sito utilizza i cookie per migliorare la tua esperienza.'
const nl = 'Wij gebruiken cookies om de website te verbeteren.'
const pl = 'Ta strona używa plików cookie w celach statystycznych.'
const pt = 'Este site utiliza cookies para melhorar a sua experiência.'

const declined: readonly CleanedPage[] = [
  bar('en', en, 'Only accept technically necessary cookies', 'Accept all cookies'),
  bar('en', en, 'Continue without accepting', 'Accept', 'modal', link),
  bar('en', en, 'Essential only', 'Accept all', 'card'),
  bar('en', en, 'Continue with technically required cookies only', 'Agree and continue'),
  bar('en', en, 'Reject non-essential cookies', 'OK', 'top'),
  bar('en', en, 'No, thanks', 'Yes, I agree', 'card', div),
  bar('en', en, 'Opt out', 'Got it', 'sticky'),
  bar('de', de, 'Nur notwendige Cookies akzeptieren', 'Alle akzeptieren'),
  bar('de', de, 'Ohne Einwilligung fortfahren', 'Zustimmen', 'modal', link),
  bar('de', de, 'Nur technisch erforderliche', 'Alle Cookies zulassen', 'card'),
  bar(
    'de',
    'Mit Ihrer Zustimmung setzen wir Cookies und ähnliche Technologien ein.',
    'Ablehnen',
    'Einverstanden',
  ),
  bar('fr', fr, 'Continuer sans accepter', 'Tout accepter', 'modal', link),
  bar('fr', fr, 'Tout refuser', 'Accepter et fermer'),
  bar('fr', fr, 'Cookies essentiels uniquement', 'J’accepte', 'card'),
  bar('fr', fr, 'Non merci', 'OK pour moi'.slice(0, 2), 'bar', div),
  bar('es', es, 'Rechazar todas', 'Aceptar todas'),
  bar('es', es, 'Solo las necesarias', 'Aceptar', 'modal'),
  bar('es', es, 'Continuar sin aceptar', 'Aceptar y cerrar', 'top', link),
  bar('it', it, 'Rifiuta tutti', 'Accetta tutti'),
  bar('it', it, 'Continua senza accettare', 'Accetta', 'modal', link),
  bar('it', it, 'Solo cookie tecnici', 'Accetta tutto', 'card'),
  bar('nl', nl, 'Alles weigeren', 'Alles accepteren'),
  bar('nl', nl, 'Alleen noodzakelijke cookies', 'Akkoord', 'modal'),
  bar('nl', nl, 'Liever niet accepteren'.slice(7), 'Ja, ik ga akkoord', 'card'),
  bar('pl', pl, 'Odrzuć wszystkie', 'Akceptuj wszystkie'),
  bar('pl', pl, 'Tylko niezbędne', 'Zgadzam się', 'modal'),
  bar('pl', pl, 'Nie zgadzam się', 'Zezwól na wszystkie', 'card'),
  bar('pt', pt, 'Rejeitar todos', 'Aceitar todos'),
  bar('pt', pt, 'Apenas os necessários', 'Aceitar', 'modal'),
  dialog(
    'en',
    'Settings beside',
    'declined',
    overlay(
      'bar',
      en,
      button(['settings', 'Cookie settings']) +
        button(['accept', 'Accept All']) +
        button(['decline', 'Decline']),
    ),
  ),
  dialog(
    'de',
    'Policy beside',
    'declined',
    overlay(
      'bar',
      `${de} <a href="/datenschutz">Datenschutzerklärung</a> <a href="/impressum">Impressum</a>`,
      button(['decline', 'Ablehnen']) + button(['accept', 'OK']),
    ),
  ),
  dialog(
    'en',
    'Personal data',
    'declined',
    overlay(
      'card',
      'We collect and process your personal information for the following purposes: analytics.',
      button(['accept', 'Accept']) + button(['decline', 'Decline']) + button(['settings', 'Configure']),
    ),
  ),
  dialog(
    'en',
    'Switches that are on',
    'declined',
    overlay(
      'modal',
      `${en}<label><input type="checkbox" checked disabled> Necessary</label><label><input type="checkbox" checked> Statistics</label>`,
      `${button(['accept', 'Accept all'])}<button onclick="this.dataset.answer = document.querySelectorAll(':checked:enabled').length ? 'accept' : 'decline'">Save selection</button>`,
    ),
  ),
  dialog(
    'fr',
    'Declining before saving',
    'declined',
    overlay(
      'modal',
      fr,
      '<button onclick="this.nextElementSibling.dataset.answer = \'decline\'">Tout refuser</button><button>Enregistrer</button><button data-answer="accept">Tout accepter</button>',
    ),
  ),
  dialog(
    'en',
    'A form',
    'declined',
    overlay(
      'bar',
      en,
      `<form action="/leaves" onsubmit="document.documentElement.dataset.answer = 'decline'; this.parentElement.remove()"><button>Reject all</button><button type="button" data-answer="accept">Accept all</button></form>`,
    ),
  ),
  dialog(
    'en',
    'A banner in a shadow tree',
    'declined',
    `<x-banner></x-banner><script>document.querySelector('x-banner').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(`<div style="position:fixed;inset:auto 0 0;background:#c00" data-notice><p>${en}</p><button onclick="this.getRootNode().host.remove(); document.documentElement.dataset.answer = 'decline'">Reject all</button><button>Accept all</button></div>`)}</script>`,
  ),
  dialog(
    'en',
    'A text in a slot',
    'declined',
    `<x-consent>${en}</x-consent><script>document.querySelector('x-consent').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(`<div style="position:fixed;inset:auto 0 0;background:#c00"><slot></slot><button onclick="this.getRootNode().host.remove(); document.documentElement.dataset.answer = 'decline'">Continue with technically required cookies only</button><button>Agree and continue</button></div>`)}</script>`,
  ),
  dialog(
    'en',
    'A fading dialog',
    'declined',
    overlay(
      'bar',
      en,
      `<button onclick="const bar = this.parentElement; bar.style.transition = 'opacity .3s'; bar.style.opacity = 0; document.documentElement.dataset.answer = 'decline'; setTimeout(() => bar.remove(), 300)">Reject all</button><button>Accept all</button>`,
    ),
  ),
]

const explained: readonly CleanedPage[] = [
  dialog(
    'en',
    'A link in the text',
    'declined',
    overlay(
      'bar',
      `${en} <a href="/policy">Find out more here</a> or <a href="#" data-answer="decline">decline here</a>.`,
      button(['accept', 'OK']),
    ),
  ),
  dialog(
    'de',
    'Hinweis im Text',
    'hidden',
    overlay('bar', `${de} Mehr dazu <a href="/cookies">hier</a>.`, button(['accept', 'OK'])),
  ),
  dialog(
    'en',
    'In order to',
    'accepted',
    overlay(
      'bar',
      'We use cookies in order to improve our site. If you don’t agree, please leave it.',
      button(['accept', 'OK']),
    ),
  ),
  dialog(
    'de',
    'Steigern',
    'declined',
    overlay(
      'bar',
      'Wir verwenden Cookies, um die Qualität zu steigern und Werbung auszuliefern. Auch der Warenkorb braucht sie.',
      button(['accept', 'Alle akzeptieren']) + button(['decline', 'Nur notwendige']),
    ),
  ),
]

const others: readonly CleanedPage[] = [
  dialog(
    'en',
    'Line breaks in the source',
    'declined',
    `<div class="bar" data-notice>
      <p>
        We use cookies and similar technologies to improve your
        experience and to show you relevant
        content
      </p><button data-answer="decline">Decline</button><button data-answer="accept">Accept</button></div>`,
  ),
  dialog(
    'en',
    'A logo and icons',
    'declined',
    `<style>[data-answer]::before { content: "\\2713" }</style>${overlay(
      'bar',
      `<img src="data:," width="200" height="60" alt=""><i style="display:block;width:24px;height:24px;background:url(data:,)"></i>${en}`,
      button(['accept', 'Accept']) + button(['decline', 'Decline']),
    )}`,
  ),
  dialog(
    'en',
    'A dialog after the content',
    'declined',
    `<div role="dialog" data-notice><p>${en}</p>${button(['accept', 'Accept'])}${button(['decline', 'Decline'])}</div>`,
  ),
  dialog('en', 'One button', 'accepted', overlay('bar', en, button(['accept', 'Got it!']))),
  dialog(
    'de',
    'Ein Knopf',
    'accepted',
    overlay('card', `${de} <a href="/datenschutz">Mehr erfahren</a>`, button(['accept', 'Verstanden'])),
  ),
  dialog(
    'fr',
    'Une croix',
    'accepted',
    overlay('bar', fr, '<button data-answer="accept" aria-label="Fermer">×</button>'),
  ),
  dialog(
    'en',
    'Settings first',
    'hidden',
    overlay('bar', en, button(['accept', 'Accept']) + button(['settings', 'Manage preferences'])),
  ),
  dialog(
    'it',
    'Impostazioni',
    'hidden',
    overlay('modal', it, button(['accept', 'Accetta']) + link(['settings', 'Personalizza'])),
  ),
  dialog(
    'en',
    'A page that declines',
    'hidden',
    overlay('bar', en, `${button(['accept', 'Accept'])}<a href="/decline">Reject</a>`),
  ),
  dialog(
    'en',
    'A button without an effect',
    'hidden',
    overlay('modal', en, '<button>Accept all</button><button>Reject all</button>'),
  ),
  dialog(
    'en',
    'A cross beside',
    'hidden',
    overlay('bar', en, `${button(['accept', 'Accept'])}<button aria-label="Close">×</button>`),
  ),
]

/** Consent dialogs that no rule knows. Each has `data-notice`, unless it is in a shadow tree. */
export const pagesToClean: readonly CleanedPage[] = [
  ...declined,
  ...explained,
  ...dialogsOfSites,
  ...commonWordings,
  ...others,
]
