import { type NoticePage, page } from './notice-page.ts'

const buttons: Record<
  string,
  [plain: [accept: string, decline: string], explicit: [accept: string, decline: string]]
> = {
  en: [
    ['Accept', 'Decline'],
    ['Accept all cookies', 'Only necessary'],
  ],
  de: [
    ['Akzeptieren', 'Ablehnen'],
    ['Alle akzeptieren', 'Nur notwendige'],
  ],
  fr: [
    ['Accepter', 'Refuser'],
    ['Tout accepter', 'Tout refuser'],
  ],
  es: [
    ['Aceptar', 'Rechazar'],
    ['Aceptar todas', 'Rechazar todas'],
  ],
  it: [
    ['Accetta', 'Rifiuta'],
    ['Accetta tutti', 'Rifiuta tutti'],
  ],
  nl: [
    ['Accepteren', 'Weigeren'],
    ['Alles accepteren', 'Alles weigeren'],
  ],
  pt: [
    ['Aceitar', 'Rejeitar'],
    ['Aceitar todos', 'Rejeitar todos'],
  ],
  pl: [
    ['Akceptuję', 'Odrzuć'],
    ['Akceptuj wszystkie', 'Odrzuć wszystkie'],
  ],
}

/** One notice in each line. Each speaks of cookies, and has other news. */
const texts: Record<string, string> = {
  en: `
    <p>We use cookies to improve this site.</p><a href="/strike">More about the strike</a>
    <p>We use cookies to improve your experience</p><span>Closed today</span>
    <span>We use cookies to improve your experience</span> <b>No service on Sunday</b>
    <p>We use cookies to improve your experience.</p><time>24 December</time>
    <p>We use cookies to improve your experience.</p><marquee>Bus 12 does not run</marquee>
    <p>We use cookies to improve your experience.</p><p>Your code: 482913</p>
    <p>We use cookies to improve your experience.</p><p>Out of stock</p>
    <p>We use cookies to improve your experience.</p><img alt="Closed on Monday" width="100" height="40" src="data:,">
    <p>We use cookies to improve your experience.</p><x-news><template shadowrootmode="open"><p>The office has moved.</p></template></x-news>
    <p>We use cookies to improve this website.</p><p>Our visitor centre closes at 3 pm on 24 December.</p>
    <p>This site uses cookies to analyse traffic. Applications for the 2027 programme must be submitted by 15 January.</p>
    <p>We use cookies to remember your basket. Orders placed after Thursday arrive next week.</p>
    <p>We use cookies to improve our services.</p><p>Some users cannot access their accounts at the moment; we are working on it.</p>
    <p>This website uses cookies. You must be 18 or older to enter.</p>
    <p>We use cookies to personalise content. The content on this site is not medical advice; in an emergency call your doctor.</p>
    <p>We use cookies for analytics. From May our services cost more: see the new rates.</p>
    <p>We use cookies and our pool is closed for repairs until June.</p>
    <h2>The road to the farm is flooded</h2><p>We use cookies to improve our website.</p>
    <dl><dt>Cookies</dt><dd>We use cookies to measure visits.</dd><dt>Parking</dt><dd>Use the car park behind the site.</dd></dl>
    <p>We use cookies to personalise content and ads.</p><p>Library members: please renew your card before the end of March.</p>
    <p>We use cookies to make this site work better. The pharmacy on High Street has a new phone number.</p>
    <h3>Cookies</h3><p>We use cookies to measure traffic.</p><h3>Bin collection</h3><p>Collection days change next week.</p>
    <table><tr><td>We use cookies.</td><td>Trains do not run today.</td></tr></table>
    <p>We use analytics cookies to improve our service. Please do not share your password with anyone.</p>
    <ul><li>We use cookies for statistics</li><li>We no longer accept cash</li></ul>
    <p>We use cookies. You may experience delays when you visit us.</p>
    <p>Please accept our apologies: this service has stopped. We use cookies.</p>
    <p>We use cookies and process personal data. Some services are not available in your area.</p>`,
  de: `
    <p>Wir verwenden Cookies.</p><a href="/bridge">Mehr zur Sperrung der Brücke</a>
    Wir verwenden Cookies. Unsere Praxis bleibt vom 1. bis 14. August geschlossen.
    <p>Diese Website nutzt Cookies.</p><p>Nutzen Sie die Gelegenheit: Anmeldung nur noch bis Freitag.</p>
    <p>Wir setzen Cookies ein. Wegen der Feiertage liefern wir erst ab dem 7. Januar wieder.</p>
    <p>Wir nutzen Cookies, um unsere Dienste zu verbessern. Der Dienst zur Datenübertragung ist derzeit gestört.</p>
    <p>Wir verwenden Cookies zur Analyse. Der Inhalt dieser Website richtet sich nur an professionelle Anleger.</p>
    <p>Wir verwenden Cookies. Der Besuch des Museums kostet ab Juni zwölf Euro.</p>
    <p>Wir verwenden Cookies, und die Straße zum Museum ist gesperrt.</p>
    <p>Wir verwenden Cookies, um unsere Website zu verbessern. Bitte nutzen Sie den Nebeneingang.</p>
    <p>Wir verwenden Cookies.</p><p>Impfungen sind nur mit Termin möglich.</p>
    <ul><li>Cookies helfen uns, Ihre Erfahrung zu verbessern.</li><li>Unser Parkplatz ist belegt.</li></ul>
    <h2>Rückruf</h2><p>Bitte verwenden Sie den Wasserkocher nicht mehr.</p><h2>Cookies</h2><p>Wir setzen Cookies ein.</p>
    <p>Wir setzen Cookies zur Analyse ein. Ab sofort erreichen Sie unseren Kundendienst nur noch per E-Mail.</p>`,
  fr: `
    <ul><li>Nous utilisons des cookies pour mesurer l’audience.</li><li>La bibliothèque est fermée lundi prochain.</li></ul>
    <p>Ce site utilise des cookies. Vous pouvez déposer votre dossier jusqu’au 30 juin.</p>
    <p>Nous utilisons des cookies. Vous devez vous connecter pour voir vos données personnelles.</p>
    <p>Vigilance orange : évitez de sortir entre 12 h et 17 h. Ce site utilise des cookies.</p>
    <p>Nous utilisons des cookies. Le site de Lyon accueille désormais les visiteurs.</p>
    <p>Nous utilisons des cookies pour améliorer votre expérience.</p><p>Votre colis arrivera avec du retard.</p>
    <p>Ce site utilise des cookies. Ne consommez pas les lots 12 et 14.</p>
    <h3>Grève</h3><p>Les services de transport sont réduits. Ce site utilise des cookies.</p>`,
  es: `
    <p>Utilizamos cookies. Nuestros servicios no estarán disponibles el lunes.</p>
    <p>Usamos cookies para mejorar tu experiencia. Hemos cambiado de tienda: ahora estamos en la calle Mayor.</p>
    <p>Utilizamos cookies para analizar el uso del sitio. Para ver tus datos inicia sesión de nuevo.</p>
    <p>Este sitio utiliza cookies. A partir de enero la visita cuesta doce euros.</p>
    <p>Usamos cookies. Los colegios electorales abren a las nueve y puedes votar en cualquier momento.</p>
    <p>Utilizamos cookies para mejorar nuestros servicios. El agua no es potable hasta nuevo aviso.</p>
    <ul><li>Usamos cookies propias.</li><li>El plazo de matrícula termina mañana.</li></ul>
    <p>Usamos cookies de terceros. La consulta médica se traslada a la segunda planta.</p>`,
  it: `
    <p>Questo sito utilizza cookie. Le visite guidate sono sospese fino a marzo.</p>
    <p>Utilizziamo i cookie per offrirti contenuti personalizzati.</p><p>Da oggi tutti i nostri prodotti sono scontati del venti per cento.</p>
    <p>Usiamo cookie per le statistiche. Il gioco è vietato ai minori e può causare dipendenza.</p>
    <p>Utilizziamo cookie tecnici. Il servizio clienti utilizza da oggi un nuovo numero di telefono.</p>
    <p>Utilizziamo cookie di terze parti. La raccolta dei rifiuti è sospesa.</p>
    <p>Usiamo cookie tecnici.</p><p>Per assistenza scrivi a noi.</p>
    <table><tr><th>Cookie</th><td>Utilizziamo cookie per le statistiche.</td></tr><tr><th>Avviso</th><td>La biblioteca cambia sede.</td></tr></table>`,
  nl: `
    <h3>Cookies</h3><p>Wij gebruiken cookies.</p><h3>Let op</h3><p>Onze klantenservice is vandaag niet bereikbaar.</p>
    <p>Deze website gebruikt cookies. Door de sneeuw komen pakketten later aan.</p>
    <ul><li>Wij gebruiken cookies om de website te verbeteren.</li><li>Gebruik de kinderstoel type B niet meer.</li></ul>
    <p>Wij gebruiken cookies voor statistieken. Kook het water voor gebruik.</p>
    <p>Deze site gebruikt cookies. De brug blijft dicht voor verkeer.</p>
    <dl><dt>Cookies</dt><dd>We plaatsen cookies om te meten.</dd><dt>Storing</dt><dd>Onze diensten werken niet goed.</dd></dl>`,
  pt: `
    <p>Utilizamos cookies para melhorar o site. O nosso atendimento encerra às 17h na sexta-feira.</p>
    <p>Este site usa cookies. Use o cupom VERAO10 na sua próxima compra.</p>
    <p>Utilizamos cookies e tecnologias semelhantes. As informações deste site não constituem aconselhamento jurídico.</p>
    <p>Usamos cookies para melhorar os nossos serviços.</p><p>O serviço de entrega foi alargado a Braga.</p>
    <p>Utilizamos cookies. O balcão de atendimento mudou para a Rua Nova.</p>
    <p>Usamos cookies para melhorar a experiência. Não utilize elevadores em caso de incêndio.</p>`,
  pl: `
    <p>Używamy plików cookie. Serwis będzie niedostępny w nocy z soboty na niedzielę.</p>
    <table><tr><td>Ta strona używa plików cookie.</td></tr><tr><td>Wnioski można składać do 31 stycznia.</td></tr></table>
    <h3>Ważna informacja</h3><p>Wycofujemy z rynku partię mleka z datą 12 marca. Używamy plików cookie.</p>
    <p>Ta strona korzysta z plików cookie. Dane do egzaminu podano w zakładce Informacje.</p>
    <p>Używamy plików cookie w celach statystycznych. Prosimy nie korzystać z wody z kranu.</p>
    <ul><li>Strona używa plików cookie.</li><li>Kasa nie przyjmuje kart.</li></ul>
    <p>Używamy plików cookie. Nasz serwis rowerów przyjmuje zgłoszenia do środy.</p>`,
}

const layouts = ['bar', 'modal', 'card', 'top']

/** Notices that name cookies next to opening hours, deadlines, prices, deliveries, outages, warnings and other news. */
export const mixedNotices: readonly NoticePage[] = Object.entries(texts).flatMap(([lang, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [accept, decline] = buttons[lang]?.[index % 2] ?? []
      const controls = `<button data-answer="accept">${accept}</button><button data-answer="decline">${decline}</button>`
      const overlay = `<div class="${layouts[index % layouts.length]}" data-keep>${line.trim()}${controls}</div>`
      return page(lang, `${lang}: ${line.replace(/<[^>]*>/g, ' ').trim()}`, overlay)
    }),
)
