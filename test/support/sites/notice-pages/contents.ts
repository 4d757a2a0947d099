import { type NoticePage, pagesOf } from './notice-page.ts'

/** Articles, paywalls, forms, pickers, players, settings and portals that mention cookies. */
export const contents: readonly NoticePage[] = pagesOf({
  en: {
    'GDPR article': `<div class="page" data-keep><article><h2>What the GDPR says about cookies</h2><p>Websites that use cookies need consent. Users must be able to reject all of them.</p><button>Accept</button><button>Reject</button></article></div>`,
    'Long explanation': `<div class="modal" role="dialog" data-keep><p>${'We use cookies to measure how this site is used and to improve it, as this long document explains in detail. '.repeat(8)}</p><button>OK</button></div>`,
    Paywall: `<div class="bar" data-keep><p>Read with cookies and advertising, or without for 3.99 € a month.</p><button>Accept</button><button>Subscribe</button></div>`,
    'Consent in a form': `<form><label>Name <input></label><div class="sticky" data-keep><p>We use cookies to save your form.</p><label><input type="checkbox"> I accept</label><input placeholder="Signature"><button>Submit application</button></div></form>`,
    Maintenance: `<div class="top" data-keep><p>Scheduled maintenance: on Sunday from two to four the ticket shop of the museum is closed, and orders that were placed before are sent on Monday. This site uses cookies.</p><button>OK</button></div>`,
    'Language picker': `<div class="modal" role="dialog" data-keep><h2>Choose your language</h2><p>We use a cookie to remember it.</p><button>English</button><button>Deutsch</button><button>Close</button></div>`,
    'Store locator': `<div class="card" data-keep><p>We use cookies to find stores near you.</p><input type="search" placeholder="Town"><button>Search</button><button>Accept</button></div>`,
    'Mini player': `<div class="card" data-keep><video controls width="288" height="120"></video><p>This player uses cookies.</p><button>Close</button></div>`,
    'Privacy settings': `<div class="page" data-alone data-keep><h1>Privacy settings</h1><p>We use cookies for statistics and marketing.</p><label><input type="checkbox" checked> Statistics</label><label><input type="checkbox"> Marketing</label><button>Save settings</button></div>`,
    'Cookie preferences': `<h2>Statistics</h2><label><input type="checkbox" checked> Statistics</label><div class="bar" data-keep><p>You can change which cookies we use.</p><button>Reject all</button><button>Accept all</button><button>Save</button></div>`,
    'A lesson on cookies': `<div class="modal" role="dialog" data-keep><p>A cookie is a small file that websites use to remember you.</p><button>Continue</button></div>`,
    'An example in an article': `<main><div role="dialog" data-keep><p>We use cookies on this site.</p><button>Accept all</button><button>Reject all</button></div></main>`,
    'Only a notice': `<div class="page" data-alone data-keep><p>We use cookies. Please accept them to visit this site.</p><button>Accept</button></div>`,
    'App banner': `<div class="top" data-keep><p>Download our app. It uses no cookies.</p><button>Open</button><button aria-label="Close">×</button></div>`,
    Call: `<div class="card" role="dialog" data-keep><p>Incoming call from Anna</p><button>Accept</button><button>Decline</button></div>`,
    Invitation: `<div class="card" role="dialog" data-keep><p>Anna invites you to share her calendar and personal notes.</p><button>Accept</button><button>Decline</button></div>`,
    'Product photo': `<div class="card" data-keep><img width="288" height="200" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='288' height='200'/%3E" alt="Jar"><p>Our cookies and how we use them.</p><button>Close</button></div>`,
  },
  fr: {
    'Cours sur le RGPD': `<div class="modal" data-keep><p>Leçon 3 : chaque site qui utilise des cookies demande un consentement.</p><button>Leçon suivante</button><button>Fermer</button></div>`,
    'Choix du pays': `<div class="bar" data-keep><p>Nous utilisons un cookie pour retenir votre pays.</p><select><option>France</option></select><button>Continuer</button></div>`,
  },
  de: {
    Bezahlschranke: `<div class="modal" role="dialog" data-keep><p>Weiterlesen mit Werbung und Cookies oder im Abo für 4,99 € im Monat.</p><button>Akzeptieren und weiter</button><button>Jetzt abonnieren</button></div>`,
    Formular: `<form class="sticky" data-keep><p>Wir verwenden Ihre personenbezogenen Daten nur für diese Anfrage.</p><label>Betreff <select><option>Führung</option></select></label><button>Zustimmen</button><button>Ablehnen</button></form>`,
    Videoplatzhalter: `<div class="sticky" data-keep><p>Dieses Video verwendet Cookies von YouTube.</p><button>Video abspielen</button><button>Cookies akzeptieren</button></div>`,
    'Chat mit Auswahl': `<div class="card" data-keep><p>Der Chat verwendet Cookies.</p><button>Cookies akzeptieren</button><button>Ablehnen</button></div>`,
    Personalportal: `<div class="modal" role="dialog" data-keep><h2>Personalportal</h2><p>Das Portal speichert Sitzungsdaten in Cookies. Bitte wählen Sie Ihren Mandanten.</p><button>Mandant 100</button><button>Mandant 200</button><button>Weiter</button></div>`,
  },
  es: {
    Suscripción: `<div class="modal" role="dialog" data-keep><p>Utilizamos cookies. Suscríbete para leer sin publicidad.</p><button>Aceptar</button><button>Suscribirse</button></div>`,
    'Buscador de tiendas': `<div class="card" data-keep><p>Utilizamos cookies para encontrar tu tienda.</p><div role="searchbox" contenteditable="true"></div><button>Aceptar</button></div>`,
  },
  pt: {
    Manutenção: `<div class="bar" data-keep><p>Manutenção no domingo. Este site utiliza cookies.</p><button>Entendi</button></div>`,
    'Cesto da loja': `<div class="bar" data-keep><p>O seu carrinho: 3 produtos, R$ 59,90. Usamos cookies.</p><button>Finalizar compra</button><button>Fechar</button></div>`,
  },
  nl: {
    Privacyinstellingen: `<div class="page" data-keep><h2>Privacyinstellingen</h2><p>Wij gebruiken cookies voor statistiek.</p><label><input type="checkbox" checked> Statistiek</label><button>Wijzigingen bewaren</button><button>Opslaan</button></div>`,
  },
  pl: {
    'Portal pracownika': `<div class="modal" role="dialog" data-keep><p>Portal używa plików cookie. Podaj numer pracownika.</p><input><button>Dalej</button></div>`,
  },
  it: {
    Sondaggio: `<div class="card" data-keep><p>Partecipa al sondaggio. Il sito utilizza i cookie per non chiederlo di nuovo.</p><button>Sì</button><button>No</button></div>`,
  },
  ja: {
    ログイン: `<div class="modal" role="dialog" data-keep><h2>ログイン</h2><p>続けると、利用規約とCookieポリシーに同意したことになります。</p><input type="email"><input type="password"><button>ログイン</button></div>`,
    カート: `<div class="bar" data-keep><p>カートに2点、合計 3,400円。Cookieを使用しています。</p><button>購入手続きへ</button><button>閉じる</button></div>`,
  },
})
