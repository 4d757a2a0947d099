import { type CleanedPage, dialogsOf } from './notice-page.ts'

/** Consent dialogs in the style of well-known sites. */
export const dialogsOfSites: readonly CleanedPage[] = [
  ...dialogsOf('declined', {
    en: {
      'en gov': `<section class="top" data-notice aria-label="Cookies on GOV"><h2>Cookies on Museum.gov</h2><p>We use some essential cookies to make this website work.</p><p>We’d like to set additional cookies to understand how you use Museum.gov, remember your settings and improve government services.</p><button data-answer="accept">Accept additional cookies</button><button data-answer="decline">Reject additional cookies</button><a href="/help/cookies">View cookies</a></section>`,
      'en stack': `<div class="card" data-notice><div>Your privacy</div><p>By clicking “Accept all cookies”, you agree Museum can store cookies on your device and disclose information in accordance with our <a href="/cookies">Cookie Policy</a>.</p><button data-answer="accept">Accept all cookies</button><button data-answer="decline">Necessary cookies only</button><button>Customize settings</button></div>`,
      'en shop': `<div class="modal" role="dialog" data-notice><h3>We value your privacy</h3><p>We and our partners use cookies to remember your basket, personalise ads and measure performance. You can change your mind at any time.</p><button data-answer="accept">Allow all</button><button data-answer="decline">Deny</button><button>Let me choose</button></div>`,
      'en bank': `<div class="modal" role="alertdialog" data-notice><h2>Cookie choices</h2><p>We'd like to use optional cookies to improve our website and show you relevant offers. Strictly necessary cookies are always on.</p><button data-answer="decline">Reject optional cookies</button><button data-answer="accept">Accept all cookies</button><a href="#prefs">Manage cookies</a></div>`,
      'en news': `<div class="bar" data-notice><strong>Before you continue</strong><p>We use cookies and data to deliver and maintain our services, track outages and protect against spam, and measure audience engagement.</p><button data-answer="decline">Reject all</button><button data-answer="accept">Accept all</button><button>More options</button></div>`,
      'en saas': `<aside class="card" data-notice><p>🍪 We use cookies to enhance your experience, analyze site traffic and deliver personalized content.</p><div style="cursor:pointer" data-answer="decline">Decline</div><div style="cursor:pointer" data-answer="accept">Accept</div></aside>`,
      'en hotel': `<div class="bar" data-notice><p>We use our own and third-party cookies for statistical purposes.</p><a role="button" data-answer="accept">Accept cookies</a><a role="button" data-answer="decline">Use only essential cookies</a></div>`,
    },
    de: {
      'de spiegel': `<div class="modal" role="dialog" data-notice><h2>Willkommen im Museum</h2><p>Wir setzen Cookies und andere Technologien ein, um Ihnen ein optimales Webseiten-Erlebnis zu bieten. Weitere Informationen erhalten Sie in unserer <a href="/ds">Datenschutzerklärung</a>.</p><button data-answer="accept">Alles akzeptieren</button><button data-answer="decline">Nur essentielle Cookies</button></div>`,
      'de schalter': `<div class="modal" data-notice><p>Diese Webseite verwendet Cookies.</p><label><input type=checkbox checked disabled>Notwendig</label><label><input type=checkbox checked>Statistiken</label><label><input type=checkbox checked>Marketing</label><button onclick="this.dataset.answer = document.querySelectorAll(':checked:enabled').length ? 'accept' : 'decline'">Auswahl erlauben</button><button data-answer="accept">Alle zulassen</button></div>`,
      'de bahn': `<div class="modal" role="dialog" data-notice><h2>Ihre Datenschutz-Einstellungen</h2><p>Um Ihnen ein optimales Nutzungserlebnis zu bieten, verwenden wir und unsere Partner Cookies. Sie können Ihre Einwilligung jederzeit widerrufen.</p><button data-answer="accept">Alle Cookies zulassen</button><button data-answer="decline">Nur notwendige Cookies zulassen</button><button>Cookies verwalten</button></div>`,
      'de stadt': `<div class="bar" data-notice><p>Diese Seite nutzt Website-Tracking-Technologien von Dritten, um ihre Dienste anzubieten. Wir setzen dafür Cookies.</p><button data-answer="decline">Nur Essenzielle</button><button data-answer="accept">Ich akzeptiere alle</button></div>`,
      'de laden': `<div class="card" data-notice><p>Wir nutzen Cookies für ein besseres Einkaufserlebnis und um Ihren Warenkorb zu merken.</p><button data-answer="accept">Einverstanden</button><button data-answer="decline">Alle ablehnen</button></div>`,
    },
    fr: {
      'fr lemonde': `<div class="modal" role="dialog" data-notice><button data-answer="decline">Continuer sans accepter →</button><h2>Le respect de votre vie privée est notre priorité</h2><p>Avec votre accord, nos partenaires et nous utilisons des cookies pour stocker et accéder à des informations personnelles comme votre visite sur ce site.</p><button data-answer="accept">Tout accepter</button><button>Paramétrer les cookies</button></div>`,
      'fr asso': `<div class="bar" data-notice>Ce site utilise des cookies afin de réaliser des statistiques de visites. <a href="#" data-answer="decline">Refuser</a> <a href="#" data-answer="accept">Accepter</a></div>`,
      'fr mairie': `<div class="bar" data-notice><p>Ce site utilise des cookies et vous donne le contrôle sur ceux que vous souhaitez activer.</p><button data-answer="accept">OK, tout accepter</button><button data-answer="decline">Interdire tous les cookies</button><button>Personnaliser</button></div>`,
      'fr radio': `<div class="modal" role="dialog" data-notice><p>Avec votre consentement, nous déposons des cookies pour mesurer notre audience et vous proposer des contenus adaptés.</p><button data-answer="accept">Accepter tous les cookies</button><button data-answer="decline">Refuser tous les cookies</button></div>`,
    },
    es: {
      'es diario': `<div class="bar" data-notice><p>Usamos cookies propias y de terceros para fines analíticos y para mostrarte publicidad personalizada. Puedes aceptar todas las cookies o configurarlas.</p><button data-answer="accept">Aceptar y continuar</button><button data-answer="decline">Rechazar y cerrar</button><button>Configurar cookies</button></div>`,
      'es tienda': `<div class="card" data-notice><p>Te informamos de que utilizamos cookies para ofrecerte una mejor experiencia.</p><button data-answer="decline">No acepto</button><button data-answer="accept">Acepto</button></div>`,
      'es prensa': `<div class="modal" role="dialog" data-notice><p>Nosotros y nuestros socios almacenamos cookies en tu dispositivo para mostrar anuncios.</p><button data-answer="accept">Aceptar cookies</button><button data-answer="decline">Rechazar cookies no esenciales</button></div>`,
    },
    it: {
      'it corriere': `<div class="modal" role="dialog" data-notice><a href="#" data-answer="decline">Continua senza accettare</a><p>Noi e i nostri partner archiviamo informazioni su un dispositivo, come i cookie, e trattiamo dati personali.</p><button data-answer="accept">Accetta e continua</button><button>Scopri di più e personalizza</button></div>`,
      'it comune': `<div class="bar" data-notice>Questo sito utilizza cookie tecnici e di profilazione. Chiudendo questo banner si rifiutano i cookie non tecnici. <button data-answer="decline">Rifiuta</button><button data-answer="accept">Ho capito, accetta</button></div>`,
      'it giornale': `<div class="bar" data-notice><p>Utilizziamo cookie tecnici e, con il tuo consenso, cookie di profilazione.</p><button data-answer="decline">Usa solo i cookie necessari</button><button data-answer="accept">Accetta tutti i cookie</button></div>`,
    },
    nl: {
      'nl nos': `<div class="modal" role="dialog" data-notice><h2>Cookies op deze website</h2><p>We plaatsen functionele cookies om deze website goed te laten werken. Met uw toestemming plaatsen we ook analytische cookies.</p><button data-answer="accept">Alle cookies toestaan</button><button data-answer="decline">Alleen functionele cookies</button></div>`,
      'nl winkel': `<div class="card" data-notice><p>Onze website maakt gebruik van cookies voor een betere ervaring.</p><button data-answer="accept">Alle cookies accepteren</button><button data-answer="decline">Cookies weigeren</button></div>`,
    },
    pl: {
      'pl gazeta': `<div class="bar" data-notice><p>Szanujemy Twoją prywatność. Wraz z naszymi partnerami używamy plików cookie, aby dopasować treści i reklamy.</p><button data-answer="accept">Zaakceptuj wszystkie</button><button data-answer="decline">Odrzuć wszystko</button><button>Ustawienia zaawansowane</button></div>`,
      'pl blog': `<div class="bar" data-notice><p>Na naszej stronie stosujemy pliki cookies. Możesz zmienić ustawienia przeglądarki.</p><button data-answer="accept">Akceptuję wszystkie</button><button data-answer="decline">Akceptuję tylko niezbędne</button></div>`,
    },
    pt: {
      'pt loja': `<div class="card" data-notice><p>Usamos cookies para personalizar anúncios e melhorar a sua experiência no site.</p><button data-answer="accept">Aceitar todos os cookies</button><button data-answer="decline">Rejeitar</button><button>Gerir preferências</button></div>`,
      'pt banco': `<div class="bar" data-notice><p>Utilizamos cookies próprios e de terceiros para fins estatísticos.</p><button data-answer="accept">Permitir todos</button><button data-answer="decline">Permitir apenas essenciais</button></div>`,
    },
  }),
  ...dialogsOf('hidden', {
    en: {
      'en bbc': `<div class="top" data-notice><h2>Let us know you agree to cookies</h2><p>We use cookies to give you the best online experience. Please let us know if you agree to all of these cookies.</p><button data-answer="accept">Yes, I agree</button><a href="/settings" >No, take me to settings</a></div>`,
    },
  }),
  ...dialogsOf('accepted', {
    en: {
      'en toast': `<div class="card" role="status" data-notice>This site uses cookies to offer you a better browsing experience. <a href="/privacy">Find out more</a> <button data-answer="accept">Okay, got it</button></div>`,
      'en uni': `<div class="bar" data-notice><p>Cookies help us deliver our services. By using our services, you agree to our use of cookies.</p><button data-answer="accept">OK</button> <a href="/learn">Learn more</a></div>`,
      'en blog': `<div class="top" data-notice>This website uses cookies to ensure you get the best experience on our website. <span role="button" tabindex="0" data-answer="accept">Dismiss</span></div>`,
    },
    de: {
      'de verein': `<div class="bar" data-notice>Durch die weitere Nutzung der Seite stimmen Sie der Verwendung von Cookies zu. <a href="/d">Weitere Informationen</a> <button data-answer="accept">Akzeptieren</button></div>`,
    },
    es: {
      'es ayto': `<div class="bar" data-notice>Esta web usa cookies. Si continúa navegando, consideramos que acepta su uso. <a href="/c">Más información</a><button data-answer="accept">Entendido</button></div>`,
    },
    pl: {
      'pl urzad': `<div class="bar" data-notice>Nasza strona wykorzystuje pliki cookies. <a href="/pp">Polityka prywatności</a> <button data-answer="accept">Rozumiem</button></div>`,
    },
  }),
]
