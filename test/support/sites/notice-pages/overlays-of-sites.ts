import { type NoticePage, pagesOf } from './notice-page.ts'

/** Overlays in the style of well-known sites. */
export const overlaysOfSites: readonly NoticePage[] = pagesOf({
  en: {
    'Cookies are needed': `<div class="bar" data-keep><p>This site needs cookies to work. Please enable cookies in your browser.</p><button>OK</button></div>`,
    'en reddit': `<div class="modal" role="dialog" data-keep><h2>Log In</h2><p>By continuing, you agree to our User Agreement and acknowledge that you understand our cookie use.</p><button>Continue with phone number</button><button>Continue with Google</button></div>`,
    'en terms': `<div class="modal" role="dialog" data-keep><h2>We’ve updated our Terms</h2><p>Please review our new Terms of Use. They take effect on 1 May.</p><button>Accept</button><button>Review</button></div>`,
    'en promo': `<div class="bar" data-keep>Fresh cookies delivered to your door! Use code YUM at checkout. <button>OK</button></div>`,
    'en location': `<div class="card" role="dialog" data-keep><p>Museum wants to use your location and cookies to show nearby exhibitions.</p><button>Allow</button><button>Not now</button><input aria-label="Or enter a postcode"></div>`,
    'en push': `<div class="top" role="dialog" data-keep><p>Would you like to receive notifications from us?</p><button>Allow</button><button>No thanks</button></div>`,
    'en quiz': `<div class="modal" role="dialog" data-keep><p>Question 3: Do session cookies need consent under the directive?</p><button>Yes</button><button>No</button></div>`,
    'en file': `<div class="card" role="dialog" data-keep><p>Delete cookies.txt? You can’t undo this.</p><button>Cancel</button><button>OK</button></div>`,
    'en video': `<div class="modal" role="dialog" data-keep><p>We use cookies in our player.</p><iframe width=300 height=150 srcdoc="x"></iframe><button>Close</button></div>`,
    'en reader': `<aside class="sticky" data-keep><p>In this series: how we use cookies at the museum, part 2 of 4.</p><a href="/1">Part one</a><a href="/3">Part three</a></aside>`,
    'en 2fa': `<div class="modal" role="dialog" data-keep><p>We use cookies to trust this device. Enter the code we sent you.</p><input inputmode="numeric"><button>Confirm</button></div>`,
    'en logout': `<div class="modal" role="dialog" data-keep><p>You will be signed out in 60 seconds. We use a cookie for your session.</p><button>Continue</button><button>Sign out</button></div>`,
    'en download': `<div class="bar" data-keep><p>Get the browser extension that blocks cookies and trackers on every site.</p><button>Continue</button></div>`,
    'en gift': `<div class="card" data-keep><p>Accept our gift: a box of oatmeal cookies with every order.</p><button>Accept</button><button>No thanks</button></div>`,
    'en consentform': `<div class="modal" role="dialog" data-keep><h2>Research consent</h2><p>Your personal data will be used in our study of visitors. Do you consent to take part?</p><button>I consent</button><button>I do not consent</button></div>`,
    'en weather': `<div class="top" data-keep><p>Weather warning for today. Our site uses cookies.</p><button aria-label="Dismiss">×</button></div>`,
    'en compare': `<div class="bar" data-keep><p>Compare 2 products. We use cookies to keep your selection.</p><button>Compare</button><button>Clear all</button></div>`,
    'en feedback': `<div class="card" data-keep><p>How was your visit? Feedback uses cookies on our site.</p><button>Good</button><button>Bad</button></div>`,
    'en toc': `<div class="sticky" data-keep><p>On this page: how our site uses cookies</p><button>Continue</button></div>`,
  },
  de: {
    'Cookies sind blockiert': `<div class="bar" data-keep><p>Diese Website verwendet Cookies. Ihr Browser blockiert Cookies.</p><button>OK</button></div>`,
    'de kasse': `<div class="modal" role="dialog" data-keep><p>Warenkorb wiederherstellen? Wir haben ihn mit einem Cookie gespeichert.</p><button>Ja</button><button>Nein</button></div>`,
    'de ticket': `<div class="bar" data-keep><p>3 Karten reserviert, noch 09:41 Minuten. Die Reservierung wird in einem Cookie gespeichert.</p><button>Weiter</button></div>`,
    'de stelle': `<div class="card" data-keep><p>Bewerben Sie sich jetzt! Mit dem Absenden akzeptieren Sie unsere Datenschutzhinweise und Cookies.</p><button>Zur Bewerbung</button></div>`,
    'de tarif': `<div class="modal" role="dialog" data-keep><p>PUR-Abo für 2,99 €: unsere Seite ohne Tracking und Cookies lesen.</p><button>Alle akzeptieren</button><button>PUR-Abo abschließen</button></div>`,
    'de karte': `<div class="card" data-keep><p>Für die Karte verwenden wir Cookies von Google Maps.</p><button>Karte laden</button></div>`,
    'de umfrage': `<div class="card" role="dialog" data-keep><p>Nehmen Sie an unserer Umfrage teil? Wir setzen dafür Cookies.</p><button>Ja, gern</button><button>Nein, danke</button></div>`,
    'de impfung': `<div class="modal" role="dialog" data-keep><h2>Einwilligung</h2><p>Wir verarbeiten Ihre personenbezogenen Daten für den Termin.</p><input type="text" placeholder="Name"><button>Einwilligen</button><button>Ablehnen</button></div>`,
  },
  fr: {
    'fr abonnement': `<div class="modal" role="dialog" data-keep><h2>Abonnez-vous</h2><p>Accédez à tous les articles sans cookies publicitaires.</p><button>Je m’abonne</button><button>Plus tard</button></div>`,
    'fr majorite': `<div class="modal" role="dialog" data-keep><p>La vente d’alcool est interdite aux mineurs. Êtes-vous majeur ? Nous utilisons un cookie pour retenir votre réponse.</p><button>Oui</button><button>Non</button></div>`,
    'fr paiement': `<div class="modal" role="dialog" data-keep><p>Paiement sécurisé. Nous utilisons des cookies pour votre commande.</p><button>Continuer</button><button>Refuser</button></div>`,
    'fr accueil': `<div class="page" data-alone data-keep><h1>Cookies</h1><p>Nous utilisons des cookies sur notre site.</p><button>Tout accepter</button><button>Tout refuser</button></div>`,
  },
  es: {
    'es sesion': `<div class="modal" role="dialog" data-keep><p>Tu sesión va a caducar. Usamos cookies de sesión.</p><button>Continuar</button><button>Salir</button></div>`,
    'es idioma': `<div class="modal" role="dialog" data-keep><p>Elige idioma. Usamos cookies para recordarlo.</p><button>Español</button><button>Català</button></div>`,
  },
  it: {
    'it ricette': `<div class="card" data-keep><p>I cookie al cioccolato: la ricetta che usiamo in famiglia.</p><button>Chiudi</button></div>`,
    'it prenota': `<div class="bar" data-keep><p>Usiamo cookie. Prenota la visita guidata.</p><button>Prenota</button><button>Chiudi</button></div>`,
  },
  nl: {
    'nl enquete': `<div class="card" role="dialog" data-keep><p>Wilt u meedoen aan ons onderzoek? We gebruiken een cookie om u niet opnieuw te vragen.</p><button>Ja</button><button>Nee</button></div>`,
    'nl winkelmand': `<div class="bar" data-keep><p>We bewaren je winkelwagen met cookies.</p><button>Afrekenen</button><button>Sluiten</button></div>`,
  },
  pl: {
    'pl sklep': `<div class="bar" data-keep><p>Darmowa wysyłka od 99 zł. Używamy plików cookie.</p><button>OK</button></div>`,
    'pl quiz': `<div class="modal" role="dialog" data-keep><p>Weź udział w quizie! Strona używa plików cookie.</p><button>Tak</button><button>Nie</button></div>`,
  },
  pt: {
    'pt alerta': `<div class="top" data-keep><p>Aviso: amanhã o museu estará fechado. Este site utiliza cookies.</p><button>Fechar</button></div>`,
    'pt maioridade': `<div class="modal" role="dialog" data-keep><p>Tem mais de 18 anos? Este site utiliza cookies.</p><button>Sim</button><button>Não</button></div>`,
  },
  ja: {
    'ja chat': `<div class="card" data-keep><p>チャットでお問い合わせください。チャットはCookieを使用しています。</p><button>チャットを開始</button><button>閉じる</button></div>`,
  },
})
