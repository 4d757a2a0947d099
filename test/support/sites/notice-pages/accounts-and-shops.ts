import { type NoticePage, pagesOf } from './notice-page.ts'

/** Logins, registrations, orders, chats, newsletters, age checks, policies and headers that mention cookies. */
export const accountsAndShops: readonly NoticePage[] = pagesOf({
  en: {
    Login: `<div class="layer"></div><div class="modal" role="dialog" aria-modal="true" data-keep><h2>Log in</h2><p>By continuing, you agree to our User Agreement and acknowledge that you understand the Privacy Policy and Cookie Policy.</p><button>Continue with Google</button><button>Continue with Apple</button><form><input type="email" placeholder="Email"><input type="password" placeholder="Password"><button>Log in</button></form><a href="#">Forgot password?</a></div>`,
    'Login without fields': `<div class="modal" role="dialog" data-keep><h2>Sign in to continue</h2><p>We use cookies to keep you signed in.</p><button>Continue with Google</button><button>Continue with email</button><button aria-label="Close">×</button></div>`,
    'Sign-up panel': `<div style="position:fixed;inset:0 55% 0 0;background:#fff;padding:40px" data-keep><h2>Create account</h2><input placeholder="Name"><input type="email"><input type="password"><p><small>By clicking Sign up you agree to our Terms, Privacy Policy and Cookies Policy.</small></p><button>Sign up</button></div>`,
    'Order summary': `<aside class="card" data-keep><h3>Order summary</h3><p>2 tickets</p><p>Total €59.00</p><p>We use cookies to process your order. By ordering you accept our cookie policy.</p><button>Accept and pay</button></aside>`,
    Chat: `<div class="card" data-keep>Hi! Need help? <p>This chat uses cookies. By starting a chat you agree to our privacy policy.</p><button>Start chat</button></div>`,
    Newsletter: `<div class="layer"></div><div class="modal" role="dialog" data-keep><h2>Newsletter</h2><p>Get 10% off. By subscribing you accept our privacy and cookie policy.</p><input placeholder="email"><button>Subscribe</button><button>No thanks</button></div>`,
    'Newsletter without a field': `<div class="modal" role="dialog" data-keep><h2>Never miss an exhibition</h2><p>Join our newsletter. We use cookies to measure who opens it.</p><button>Yes</button><button>No, thanks</button></div>`,
    'Age check': `<div class="card" role="dialog" data-keep><h2>Age check</h2><p>This section is only for persons over 18 years of age. By entering you confirm your age. This site also uses cookies, see the terms.</p><button>I am 18 or older</button> <button>Leave</button></div>`,
    'Age gate with ordinary buttons': `<div class="modal" role="dialog" data-keep><h2>Age verification</h2><p>You must be at least 21 to enter. This site uses cookies for logins.</p><button>I accept</button><button>I reject</button></div>`,
    'Cookie policy': `<div class="sticky" data-keep><b>Contents</b><ul><li><a href="#a">What are cookies?</a></li><li><a href="#b">Consent and how to accept or reject</a></li><li><a href="#c">Settings</a></li></ul></div>`,
    'Privacy policy toolbar': `<div class="sticky" data-keep>How we use cookies and your choices <a href="#print">Print</a> <a href="#settings">Settings</a></div>`,
    'Sticky header': `<header class="sticky" data-keep><a href="/">Museum</a> <a href="/visit">Visit</a> <a href="/cookies">Cookie settings</a> <button>Accept a voucher</button></header>`,
    'Header of a division': `<div class="top" data-keep><a href="/">Museum</a> We use cookies <a href="/visit">Visit</a> <a href="/shop">Shop</a> <button>Accept</button></div>`,
    Bakery: `<div class="bar" data-keep>Chocolate chip cookies – 12 pieces. We accept cards. <button>Add to basket</button> <button>Accept offer</button></div>`,
    'Bakery greeting': `<div class="card" data-keep><p>Our cookies are baked every morning. We use the best butter.</p><button>OK</button></div>`,
  },
  de: {
    Anmeldung: `<div class="modal" role="dialog" data-keep><h2>Anmelden</h2><p>Mit der Anmeldung akzeptieren Sie unsere AGB, die Datenschutzerklärung und die Cookie-Richtlinie.</p><input type="email" placeholder="E-Mail"><input type="password" placeholder="Passwort"><button>Anmelden</button><button>Abbrechen</button></div>`,
    Bestellübersicht: `<div class="sticky" data-keep><p>Zwischensumme 49,90 €. Wir verwenden Cookies, um Ihren Warenkorb zu speichern.</p><button>Zur Kasse</button><button>Weiter</button></div>`,
    Altersprüfung: `<div class="modal" role="dialog" data-keep><h2>Sind Sie volljährig?</h2><p>Unsere Weine sind ab 18. Diese Website verwendet Cookies.</p><button>Ja</button><button>Nein</button></div>`,
    'Cookie-Richtlinie': `<aside class="sticky" data-keep><p>Inhalt</p><a href="#1">Welche Cookies wir verwenden</a><a href="#2">Alle akzeptieren oder ablehnen</a><a href="#3">Einstellungen</a></aside>`,
    Bäckerei: `<div class="card" data-keep><p>Unsere Cookies sind frisch gebacken. Wir verwenden beste Schokolade.</p><button>Schließen</button></div>`,
  },
  fr: {
    Connexion: `<dialog open class="modal" data-keep><h2>Connexion</h2><p>En continuant, vous acceptez l’utilisation de cookies pour la connexion.</p><input placeholder="E-mail"><button>Se connecter</button><button>Fermer</button></dialog>`,
    Messagerie: `<div class="card" role="dialog" data-keep><p>Une question ? Ce chat utilise des cookies.</p><textarea></textarea><button>Envoyer</button></div>`,
    'Vérification de l’âge': `<div class="modal" role="dialog" data-keep><p>Avez-vous plus de 18 ans ? Ce site utilise des cookies.</p><button>Oui</button><button>Non</button></div>`,
    Pâtisserie: `<div class="bar" data-keep><p>Nos cookies au chocolat, nous utilisons du beurre frais.</p><button>OK</button></div>`,
  },
  es: {
    Registro: `<div class="modal" role="dialog" data-keep><h2>Crea tu cuenta</h2><p>Al registrarte aceptas los términos y la política de cookies.</p><button>Registrarse con Google</button><button>Ya tengo cuenta</button></div>`,
    'Mayoría de edad': `<div class="modal" role="dialog" data-keep><p>¿Eres mayor de edad? Usamos cookies para recordar tu respuesta.</p><button>Sí</button><button>No</button></div>`,
  },
  nl: {
    'Account aanmaken': `<div class="card" data-keep><h3>Account aanmaken</h3><p>Door verder te gaan accepteer je ons cookiebeleid.</p><input placeholder="E-mail"><button>Verder</button></div>`,
    Navigatie: `<nav class="top" data-keep><span>Wij gebruiken cookies</span> <a href="/">Home</a> <button>Akkoord</button></nav>`,
  },
  it: {
    Carrello: `<div class="bar" data-keep><p>2 articoli, totale 34,00 €. Usiamo i cookie per il carrello.</p><button>Acquista ora</button><button>Chiudi</button></div>`,
    Iscrizione: `<div class="card" data-keep><p>Iscriviti e ricevi il 10% di sconto. Utilizziamo i cookie.</p><button>Accetta</button><button>Rifiuta</button></div>`,
  },
  pl: {
    Czat: `<div class="card" data-keep><p>Dzień dobry! Ten czat używa plików cookie.</p><button>Rozpocznij czat</button><button aria-label="Zamknij">×</button></div>`,
    Wiek: `<div class="modal" role="dialog" data-keep><p>Czy masz ukończone 18 lat? Ta strona używa plików cookie.</p><button>Tak</button><button>Nie</button></div>`,
  },
  pt: {
    Boletim: `<div class="card" data-keep><p>Receba o nosso boletim. Ao assinar, aceita a política de cookies.</p><button>Assinar</button><button>Não, obrigado</button></div>`,
  },
  ja: {
    年齢確認: `<div class="modal" role="dialog" data-keep><p>20歳以上ですか？当サイトではCookieを使用しています。</p><button>はい</button><button>いいえ</button></div>`,
  },
})
