import { consentManagers } from './consent-managers/consent-managers.ts'
import { managerScript } from './consent-managers/manager.ts'
import { type SiteHandler, send } from './named-sites.ts'

/** Where each consent platform's script lives on the web. */
export const vendors: Record<string, string> = {
  onetrust: 'http://cdn.cookielaw.org/scripttemplates/otSDKStub.js',
  cookiebot: 'http://consent.cookiebot.com/uc.js',
  didomi: 'http://sdk.privacy-center.org/abc/loader.js',
  quantcast: 'http://cmp.quantcast.com/choice/abc/www.news.test/choice.js',
  usercentrics: 'http://app.usercentrics.eu/browser-ui/latest/loader.js',
  sourcepoint: 'http://cdn.privacy-mgmt.com/unified/wrapperMessagingWithoutDetection.js',
}

/** Home-made notices: text, refusing button, accepting button. */
const notices: Record<string, [text: string, refuse: string, accept: string]> = {
  en: ['This website uses cookies to improve your experience.', 'Reject all', 'Accept all'],
  de: ['Wir verwenden Cookies, um Inhalte zu personalisieren.', 'Alle ablehnen', 'Alle akzeptieren'],
  fr: ['Nous utilisons des cookies pour améliorer votre expérience.', 'Tout refuser', 'Tout accepter'],
  es: ['Utilizamos cookies propias y de terceros.', 'Rechazar todo', 'Aceptar todo'],
  it: ['Questo sito utilizza i cookie per migliorare la tua esperienza.', 'Rifiuta tutto', 'Accetta tutto'],
  pt: ['Este site utiliza cookies para melhorar a sua experiência.', 'Rejeitar tudo', 'Aceitar tudo'],
  nl: ['Wij gebruiken cookies om uw ervaring te verbeteren.', 'Alles weigeren', 'Alles accepteren'],
  pl: ['Ta strona używa plików cookie.', 'Odrzuć wszystkie', 'Akceptuj wszystkie'],
  cs: ['Tento web používá soubory cookie.', 'Odmítnout', 'Souhlasím'],
}

const notice = ([text = '', ...buttons]: string[], style = '') =>
  `<div class="notice" data-banner${style && ` style="${style}"`}><p>${text}</p>${buttons.map((label) => `<button>${label}</button>`).join('')}</div>`

/** One of 20 places in the viewport. */
const cell = (index: number) =>
  `position:fixed;left:${(index % 5) * 20}vw;top:${Math.floor(index / 5) * 25}vh;width:20vw;height:25vh;background:#fee;overflow:hidden`

const shadowNotice = `attachShadow({ mode: 'open' }).innerHTML =
  '<style>p { margin: 0 }</style><div>We use cookies to improve this site.<button>Accept</button></div>'`

const article = `<h1>Headline</h1>${'<p>Lorem ipsum dolor sit amet, consectetur.</p>'.repeat(80)}`

/** Pages that are like others of their kind, by path. `/notices` shows every custom notice, and one in a shadow tree. */
const pages: Record<string, string> = {
  '/plain': '',
  '/modal': `<div style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div>
    <div role="dialog" data-banner style="position:fixed;left:30%;top:30%;width:40%;height:30%;background:#fee">
    <p>Questo sito utilizza i cookie.</p><button>Va bene</button><button>Rifiuta</button></div>
    <style>body { overflow: hidden }</style>`,
  '/dialog': `<dialog data-banner><p>Ta strona używa plików cookie.</p><button>Akceptuj</button></dialog>
    <script>document.querySelector('dialog').showModal()</script>`,
  '/notices': `${Object.values(notices)
    .map((own, index) => notice(own, cell(index)))
    .join('')}<div id="host" data-banner style="${cell(19)}"></div><script>
    document.getElementById('host').${shadowNotice}</script>`,
}

const names = Object.keys(consentManagers)

/** Managers show their dialog this long after their script has run, unless `?delay` says otherwise. */
const delayMs = 300

const bodyOf = ({ pathname, searchParams }: URL) => {
  const [, kind = '', name = ''] = decodeURIComponent(pathname).split('/')
  // The lists block a vendor's file name on any host.
  if (kind === 'self')
    return `<script src="/app-${names.indexOf(name)}-${searchParams.get('delay') ?? delayMs}.js"></script>`
  const own = notices[name]
  if (kind === 'home' && own) return notice(own)
  return pages[pathname]
}

const sourcepointFrame = `<!doctype html><meta charset="utf-8"><title>consent</title>
<p>We use cookies and similar technologies.</p>
<button class="sp_choice_type_13" onclick="parent.postMessage('reject', '*')">Reject all</button>
<button class="sp_choice_type_11" onclick="parent.postMessage('accept', '*')">Accept</button>`

const csp = "default-src 'self'; style-src 'self' 'unsafe-hashes'; script-src 'self'"

/**
 * A news site with every kind of consent banner, and the vendors' own hosts. `/self/NAME` has the manager of that name, `?csp` adds a
 * strict policy.
 */
export const bannerSite: SiteHandler = (url, response) => {
  const vendor = Object.entries(vendors).find(([, address]) => address === url.origin + url.pathname)
  const [, own = -1, delay = delayMs] = /^\/app-(\d+)-(\d+)\.js$/.exec(url.pathname) ?? []
  const manager = consentManagers[vendor?.[0] ?? names[Number(own)] ?? '']
  if (manager) return send(response, 'text/javascript', managerScript(manager, Number(delay)))
  if (url.pathname === '/site.css')
    return send(
      response,
      'text/css',
      '.notice { position: fixed; inset: auto 0 0; height: 200px; background: #fee } [data-answer=accept] body { background: red }',
    )
  if (url.pathname === '/index.html') return send(response, 'text/html', sourcepointFrame)
  const body = bodyOf(url)
  if (body === undefined) return response.writeHead(404).end()
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title><link rel="stylesheet" href="/site.css"></head><body>${article}${body}</body></html>`
  return send(
    response,
    'text/html',
    html,
    url.searchParams.has('csp') ? { 'content-security-policy': csp } : {},
  )
}
