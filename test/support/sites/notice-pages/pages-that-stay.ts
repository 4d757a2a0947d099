import type { NoticePage } from './notice-page.ts'

const page = (lang: string, name: string, body: string): NoticePage => ({ lang, name, body })

/** Overlays that mention cookies, privacy or consent, and are not consent dialogs. Each has `data-keep`. */
export const pagesThatStay: readonly NoticePage[] = [
  page(
    'en',
    'Login',
    `<div class="layer"></div><div class="modal" role="dialog" aria-modal="true" data-keep><h2>Log in</h2><p>By continuing, you agree to our User Agreement and acknowledge that you understand the Privacy Policy and Cookie Policy.</p><button>Continue with Google</button><button>Continue with Apple</button><form><input type="email" placeholder="Email"><input type="password" placeholder="Password"><button>Log in</button></form><a href="#">Forgot password?</a></div>`,
  ),
  page(
    'en',
    'Login without fields',
    `<div class="modal" role="dialog" data-keep><h2>Sign in to continue</h2><p>We use cookies to keep you signed in.</p><button>Continue with Google</button><button>Continue with email</button><button aria-label="Close">×</button></div>`,
  ),
  page(
    'de',
    'Anmeldung',
    `<div class="modal" role="dialog" data-keep><h2>Anmelden</h2><p>Mit der Anmeldung akzeptieren Sie unsere AGB, die Datenschutzerklärung und die Cookie-Richtlinie.</p><input type="email" placeholder="E-Mail"><input type="password" placeholder="Passwort"><button>Anmelden</button><button>Abbrechen</button></div>`,
  ),
  page(
    'fr',
    'Connexion',
    `<dialog open class="modal" data-keep><h2>Connexion</h2><p>En continuant, vous acceptez l’utilisation de cookies pour la connexion.</p><input placeholder="E-mail"><button>Se connecter</button><button>Fermer</button></dialog>`,
  ),
  page(
    'en',
    'Sign-up panel',
    `<div style="position:fixed;inset:0 55% 0 0;background:#fff;padding:40px" data-keep><h2>Create account</h2><input placeholder="Name"><input type="email"><input type="password"><p><small>By clicking Sign up you agree to our Terms, Privacy Policy and Cookies Policy.</small></p><button>Sign up</button></div>`,
  ),
  page(
    'es',
    'Registro',
    `<div class="modal" role="dialog" data-keep><h2>Crea tu cuenta</h2><p>Al registrarte aceptas los términos y la política de cookies.</p><button>Registrarse con Google</button><button>Ya tengo cuenta</button></div>`,
  ),
  page(
    'nl',
    'Account aanmaken',
    `<div class="card" data-keep><h3>Account aanmaken</h3><p>Door verder te gaan accepteer je ons cookiebeleid.</p><input placeholder="E-mail"><button>Verder</button></div>`,
  ),
  page(
    'en',
    'Order summary',
    `<aside class="card" data-keep><h3>Order summary</h3><p>2 tickets</p><p>Total €59.00</p><p>We use cookies to process your order. By ordering you accept our cookie policy.</p><button>Accept and pay</button></aside>`,
  ),
  page(
    'de',
    'Bestellübersicht',
    `<div class="sticky" data-keep><p>Zwischensumme 49,90 €. Wir verwenden Cookies, um Ihren Warenkorb zu speichern.</p><button>Zur Kasse</button><button>Weiter</button></div>`,
  ),
  page(
    'it',
    'Carrello',
    `<div class="bar" data-keep><p>2 articoli, totale 34,00 €. Usiamo i cookie per il carrello.</p><button>Acquista ora</button><button>Chiudi</button></div>`,
  ),
  page(
    'en',
    'Chat',
    `<div class="card" data-keep>Hi! Need help? <p>This chat uses cookies. By starting a chat you agree to our privacy policy.</p><button>Start chat</button></div>`,
  ),
  page(
    'pl',
    'Czat',
    `<div class="card" data-keep><p>Dzień dobry! Ten czat używa plików cookie.</p><button>Rozpocznij czat</button><button aria-label="Zamknij">×</button></div>`,
  ),
  page(
    'fr',
    'Messagerie',
    `<div class="card" role="dialog" data-keep><p>Une question ? Ce chat utilise des cookies.</p><textarea></textarea><button>Envoyer</button></div>`,
  ),
  page(
    'en',
    'Newsletter',
    `<div class="layer"></div><div class="modal" role="dialog" data-keep><h2>Newsletter</h2><p>Get 10% off. By subscribing you accept our privacy and cookie policy.</p><input placeholder="email"><button>Subscribe</button><button>No thanks</button></div>`,
  ),
  page(
    'en',
    'Newsletter without a field',
    `<div class="modal" role="dialog" data-keep><h2>Never miss an exhibition</h2><p>Join our newsletter. We use cookies to measure who opens it.</p><button>Yes</button><button>No, thanks</button></div>`,
  ),
  page(
    'pt',
    'Boletim',
    `<div class="card" data-keep><p>Receba o nosso boletim. Ao assinar, aceita a política de cookies.</p><button>Assinar</button><button>Não, obrigado</button></div>`,
  ),
  page(
    'it',
    'Iscrizione',
    `<div class="card" data-keep><p>Iscriviti e ricevi il 10% di sconto. Utilizziamo i cookie.</p><button>Accetta</button><button>Rifiuta</button></div>`,
  ),
  page(
    'en',
    'Age check',
    `<div class="card" role="dialog" data-keep><h2>Age check</h2><p>This section is only for persons over 18 years of age. By entering you confirm your age. This site also uses cookies, see the terms.</p><button>I am 18 or older</button> <button>Leave</button></div>`,
  ),
  page(
    'en',
    'Age gate with ordinary buttons',
    `<div class="modal" role="dialog" data-keep><h2>Age verification</h2><p>You must be at least 21 to enter. This site uses cookies for logins.</p><button>I accept</button><button>I reject</button></div>`,
  ),
  page(
    'de',
    'Altersprüfung',
    `<div class="modal" role="dialog" data-keep><h2>Sind Sie volljährig?</h2><p>Unsere Weine sind ab 18. Diese Website verwendet Cookies.</p><button>Ja</button><button>Nein</button></div>`,
  ),
  page(
    'fr',
    'Vérification de l’âge',
    `<div class="modal" role="dialog" data-keep><p>Avez-vous plus de 18 ans ? Ce site utilise des cookies.</p><button>Oui</button><button>Non</button></div>`,
  ),
  page(
    'es',
    'Mayoría de edad',
    `<div class="modal" role="dialog" data-keep><p>¿Eres mayor de edad? Usamos cookies para recordar tu respuesta.</p><button>Sí</button><button>No</button></div>`,
  ),
  page(
    'ja',
    '年齢確認',
    `<div class="modal" role="dialog" data-keep><p>20歳以上ですか？当サイトではCookieを使用しています。</p><button>はい</button><button>いいえ</button></div>`,
  ),
  page(
    'pl',
    'Wiek',
    `<div class="modal" role="dialog" data-keep><p>Czy masz ukończone 18 lat? Ta strona używa plików cookie.</p><button>Tak</button><button>Nie</button></div>`,
  ),
  page(
    'en',
    'Cookie policy',
    `<div class="sticky" data-keep><b>Contents</b><ul><li><a href="#a">What are cookies?</a></li><li><a href="#b">Consent and how to accept or reject</a></li><li><a href="#c">Settings</a></li></ul></div>`,
  ),
  page(
    'de',
    'Cookie-Richtlinie',
    `<aside class="sticky" data-keep><p>Inhalt</p><a href="#1">Welche Cookies wir verwenden</a><a href="#2">Alle akzeptieren oder ablehnen</a><a href="#3">Einstellungen</a></aside>`,
  ),
  page(
    'en',
    'Privacy policy toolbar',
    `<div class="sticky" data-keep>How we use cookies and your choices <a href="#print">Print</a> <a href="#settings">Settings</a></div>`,
  ),
  page(
    'en',
    'Sticky header',
    `<header class="sticky" data-keep><a href="/">Museum</a> <a href="/visit">Visit</a> <a href="/cookies">Cookie settings</a> <button>Accept a voucher</button></header>`,
  ),
  page(
    'en',
    'Header of a division',
    `<div class="top" data-keep><a href="/">Museum</a> We use cookies <a href="/visit">Visit</a> <a href="/shop">Shop</a> <button>Accept</button></div>`,
  ),
  page(
    'nl',
    'Navigatie',
    `<nav class="top" data-keep><span>Wij gebruiken cookies</span> <a href="/">Home</a> <button>Akkoord</button></nav>`,
  ),
  page(
    'en',
    'Bakery',
    `<div class="bar" data-keep>Chocolate chip cookies – 12 pieces. We accept cards. <button>Add to basket</button> <button>Accept offer</button></div>`,
  ),
  page(
    'en',
    'Bakery greeting',
    `<div class="card" data-keep><p>Our cookies are baked every morning. We use the best butter.</p><button>OK</button></div>`,
  ),
  page(
    'de',
    'Bäckerei',
    `<div class="card" data-keep><p>Unsere Cookies sind frisch gebacken. Wir verwenden beste Schokolade.</p><button>Schließen</button></div>`,
  ),
  page(
    'fr',
    'Pâtisserie',
    `<div class="bar" data-keep><p>Nos cookies au chocolat, nous utilisons du beurre frais.</p><button>OK</button></div>`,
  ),
  page(
    'en',
    'GDPR article',
    `<div class="page" data-keep><article><h2>What the GDPR says about cookies</h2><p>Websites that use cookies need consent. Users must be able to reject all of them.</p><button>Accept</button><button>Reject</button></article></div>`,
  ),
  page(
    'en',
    'Long explanation',
    `<div class="modal" role="dialog" data-keep><p>${'We use cookies to measure how this site is used and to improve it, as this long document explains in detail. '.repeat(8)}</p><button>OK</button></div>`,
  ),
  page(
    'fr',
    'Cours sur le RGPD',
    `<div class="modal" data-keep><p>Leçon 3 : chaque site qui utilise des cookies demande un consentement.</p><button>Leçon suivante</button><button>Fermer</button></div>`,
  ),
  page(
    'en',
    'Paywall',
    `<div class="bar" data-keep><p>Read with cookies and advertising, or without for 3.99 € a month.</p><button>Accept</button><button>Subscribe</button></div>`,
  ),
  page(
    'de',
    'Bezahlschranke',
    `<div class="modal" role="dialog" data-keep><p>Weiterlesen mit Werbung und Cookies oder im Abo für 4,99 € im Monat.</p><button>Akzeptieren und weiter</button><button>Jetzt abonnieren</button></div>`,
  ),
  page(
    'es',
    'Suscripción',
    `<div class="modal" role="dialog" data-keep><p>Utilizamos cookies. Suscríbete para leer sin publicidad.</p><button>Aceptar</button><button>Suscribirse</button></div>`,
  ),
  page(
    'en',
    'Consent in a form',
    `<form><label>Name <input></label><div class="sticky" data-keep><p>We use cookies to save your form.</p><label><input type="checkbox"> I accept</label><input placeholder="Signature"><button>Submit application</button></div></form>`,
  ),
  page(
    'de',
    'Formular',
    `<form class="sticky" data-keep><p>Wir verwenden Ihre personenbezogenen Daten nur für diese Anfrage.</p><label>Betreff <select><option>Führung</option></select></label><button>Zustimmen</button><button>Ablehnen</button></form>`,
  ),
  page(
    'en',
    'Maintenance',
    `<div class="top" data-keep><p>Scheduled maintenance: on Sunday from two to four the ticket shop of the museum is closed, and orders that were placed before are sent on Monday. This site uses cookies.</p><button>OK</button></div>`,
  ),
  page(
    'pt',
    'Manutenção',
    `<div class="bar" data-keep><p>Manutenção no domingo. Este site utiliza cookies.</p><button>Entendi</button></div>`,
  ),
  page(
    'en',
    'Language picker',
    `<div class="modal" role="dialog" data-keep><h2>Choose your language</h2><p>We use a cookie to remember it.</p><button>English</button><button>Deutsch</button><button>Close</button></div>`,
  ),
  page(
    'fr',
    'Choix du pays',
    `<div class="bar" data-keep><p>Nous utilisons un cookie pour retenir votre pays.</p><select><option>France</option></select><button>Continuer</button></div>`,
  ),
  page(
    'en',
    'Store locator',
    `<div class="card" data-keep><p>We use cookies to find stores near you.</p><input type="search" placeholder="Town"><button>Search</button><button>Accept</button></div>`,
  ),
  page(
    'es',
    'Buscador de tiendas',
    `<div class="card" data-keep><p>Utilizamos cookies para encontrar tu tienda.</p><div role="searchbox" contenteditable="true"></div><button>Aceptar</button></div>`,
  ),
  page(
    'en',
    'Mini player',
    `<div class="card" data-keep><video controls width="288" height="120"></video><p>This player uses cookies.</p><button>Close</button></div>`,
  ),
  page(
    'de',
    'Videoplatzhalter',
    `<div class="sticky" data-keep><p>Dieses Video verwendet Cookies von YouTube.</p><button>Video abspielen</button><button>Cookies akzeptieren</button></div>`,
  ),
  page(
    'en',
    'Privacy settings',
    `<div class="page" data-alone data-keep><h1>Privacy settings</h1><p>We use cookies for statistics and marketing.</p><label><input type="checkbox" checked> Statistics</label><label><input type="checkbox"> Marketing</label><button>Save settings</button></div>`,
  ),
  page(
    'nl',
    'Privacyinstellingen',
    `<div class="page" data-keep><h2>Privacyinstellingen</h2><p>Wij gebruiken cookies voor statistiek.</p><label><input type="checkbox" checked> Statistiek</label><button>Wijzigingen bewaren</button><button>Opslaan</button></div>`,
  ),
  page(
    'en',
    'Cookie preferences',
    `<h2>Statistics</h2><label><input type="checkbox" checked> Statistics</label><div class="bar" data-keep><p>You can change which cookies we use.</p><button>Reject all</button><button>Accept all</button><button>Save</button></div>`,
  ),
  page(
    'en',
    'A lesson on cookies',
    `<div class="modal" role="dialog" data-keep><p>A cookie is a small file that websites use to remember you.</p><button>Continue</button></div>`,
  ),
  page(
    'de',
    'Chat mit Auswahl',
    `<div class="card" data-keep><p>Der Chat verwendet Cookies.</p><button>Cookies akzeptieren</button><button>Ablehnen</button></div>`,
  ),
  page(
    'en',
    'An example in an article',
    `<main><div role="dialog" data-keep><p>We use cookies on this site.</p><button>Accept all</button><button>Reject all</button></div></main>`,
  ),
  page(
    'en',
    'Only a notice',
    `<div class="page" data-alone data-keep><p>We use cookies. Please accept them to visit this site.</p><button>Accept</button></div>`,
  ),
  page(
    'de',
    'Personalportal',
    `<div class="modal" role="dialog" data-keep><h2>Personalportal</h2><p>Das Portal speichert Sitzungsdaten in Cookies. Bitte wählen Sie Ihren Mandanten.</p><button>Mandant 100</button><button>Mandant 200</button><button>Weiter</button></div>`,
  ),
  page(
    'pl',
    'Portal pracownika',
    `<div class="modal" role="dialog" data-keep><p>Portal używa plików cookie. Podaj numer pracownika.</p><input><button>Dalej</button></div>`,
  ),
  page(
    'en',
    'App banner',
    `<div class="top" data-keep><p>Download our app. It uses no cookies.</p><button>Open</button><button aria-label="Close">×</button></div>`,
  ),
  page(
    'it',
    'Sondaggio',
    `<div class="card" data-keep><p>Partecipa al sondaggio. Il sito utilizza i cookie per non chiederlo di nuovo.</p><button>Sì</button><button>No</button></div>`,
  ),
  page(
    'en',
    'Call',
    `<div class="card" role="dialog" data-keep><p>Incoming call from Anna</p><button>Accept</button><button>Decline</button></div>`,
  ),
  page(
    'en',
    'Invitation',
    `<div class="card" role="dialog" data-keep><p>Anna invites you to share her calendar and personal notes.</p><button>Accept</button><button>Decline</button></div>`,
  ),
  page(
    'pt',
    'Cesto da loja',
    `<div class="bar" data-keep><p>O seu carrinho: 3 produtos, R$ 59,90. Usamos cookies.</p><button>Finalizar compra</button><button>Fechar</button></div>`,
  ),
  page(
    'ja',
    'ログイン',
    `<div class="modal" role="dialog" data-keep><h2>ログイン</h2><p>続けると、利用規約とCookieポリシーに同意したことになります。</p><input type="email"><input type="password"><button>ログイン</button></div>`,
  ),
  page(
    'ja',
    'カート',
    `<div class="bar" data-keep><p>カートに2点、合計 3,400円。Cookieを使用しています。</p><button>購入手続きへ</button><button>閉じる</button></div>`,
  ),
  page(
    'en',
    'Product photo',
    `<div class="card" data-keep><img width="288" height="200" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='288' height='200'/%3E" alt="Jar"><p>Our cookies and how we use them.</p><button>Close</button></div>`,
  ),
]
