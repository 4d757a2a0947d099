import { expect, test } from 'vitest'
import { judgeNotice, type NoticeFacts } from '../../../../lib/render/in-page/consent/notice.ts'

const text = 'We use cookies to analyze our traffic.'

const facts = (overrides: Partial<NoticeFacts> = {}, ...labels: string[]): NoticeFacts => ({
  prose: text,
  text: overrides.prose ?? text,
  controls: (labels.length > 0 ? labels : ['Accept all', 'Reject all']).map((label) => ({
    label,
    isLink: false,
  })),
  isMore: false,
  ...overrides,
})

test.each<[string, NoticeFacts, string]>([
  ['a text about cookies and a choice', facts(), 'evident'],
  ['no button', facts({ controls: [] }), 'none'],
  ['personal data and a choice', facts({ prose: 'We collect your personal data.' }), 'evident'],
  ['personal data and a button', facts({ prose: 'We collect your personal data.' }, 'OK'), 'none'],
  ['a policy that is named', facts({ prose: 'By signing up you accept our cookie policy.' }), 'none'],
  ['a cake', facts({ prose: 'We use butter for our cookies.' }), 'none'],
  ['an age', facts({ prose: `Are you over 18? ${text}` }), 'none'],
  ['more than a dialog', facts({ isMore: true }), 'suspected'],
  ['a price', facts({ prose: `${text} Or pay 3 €.` }), 'suspected'],
  ['another button', facts({}, 'Accept all', 'Reject all', 'Subscribe'), 'suspected'],
  ['another topic', facts({ prose: `Join our newsletter. ${text}` }, 'Yes', 'No'), 'suspected'],
  [
    'a topic that the choice explains',
    facts({ prose: `${text} Necessary cookies keep your cart.` }),
    'evident',
  ],
  [
    'a sentence about something else',
    facts({ prose: `Take part in our quiz today. ${text}` }, 'OK'),
    'suspected',
  ],
  ['a letter of another language', facts({ prose: `${text} The concert with Dvořák is over.` }), 'suspected'],
  ['a sentence in another script', facts({ prose: `${text} 本日は休館です。` }), 'suspected'],
  [
    'a language that is not read',
    facts({ prose: 'Vi använder kakor för att förbättra sidan.' }),
    'suspected',
  ],
  ['a report', facts({ prose: `${text} Your data was shared without your consent.` }), 'suspected'],
  ['a denial', facts({ prose: `${text} Access denied.` }, 'OK'), 'suspected'],
  ['a condition', facts({ prose: `${text} If you do not agree, you can continue.` }, 'OK'), 'evident'],
  ['cookies that are not used', facts({ prose: `${text} We do not use cookies for ads.` }), 'evident'],
  [
    'an unknown word',
    facts({ prose: `${text} You agree to our use of your data and the parents.` }),
    'suspected',
  ],
  ['an explanation of cookies', facts({ prose: 'A cookie is a file that websites use.' }, 'OK'), 'suspected'],
  ['a chat that uses cookies', facts({ prose: 'This chat uses cookies.' }), 'suspected'],
  [
    'words that only contain a topic',
    facts(
      { prose: `Ces cookies sont nécessaires pour recommander des contenus. Nous utilisons des cookies.` },
      'OK',
    ),
    'evident',
  ],
  ['120 words', facts({ prose: 'We use cookies '.repeat(40) }), 'evident'],
  ['121 words', facts({ prose: `${'We use cookies '.repeat(40)}again` }), 'suspected'],
])('an overlay with %s', (_, overlay, expected) => {
  expect(judgeNotice(overlay)).toBe(expected)
})

const lines = (all: string) =>
  all
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Sentences that notices have beside the one that names cookies. */
const onSubject = lines(`
  We use cookies on our website to give you the most relevant experience by remembering your preferences and repeat visits
  To provide the best experiences, we use technologies like cookies to store and/or access device information
  You can change your mind at any time
  We and our 812 partners process personal data, such as unique identifiers
  Cookies on Find a Tender
  Strictly necessary
  Find out more here
  Wir verwenden Cookies, um Inhalte und Anzeigen zu personalisieren und die Zugriffe auf unsere Website zu analysieren
  Ihre Einwilligung ist freiwillig und kann jederzeit mit Wirkung für die Zukunft widerrufen werden
  Willkommen im Museum
  Vous pouvez changer d’avis à tout moment en cliquant sur « Cookies » en bas de chaque page du site
  Certains cookies sont nécessaires au bon fonctionnement du site, d’autres nous permettent de mesurer l’audience
  Además, compartimos información sobre el uso que haga del sitio web con nuestros partners de publicidad y análisis web
  Te pedimos permiso para usar cookies
  Puoi liberamente prestare, rifiutare o revocare il tuo consenso, in qualsiasi momento
  Chiudendo il banner verranno utilizzati solo i cookie tecnici
  Door op “Alles accepteren” te klikken, ga je akkoord met het opslaan van cookies op je apparaat
  Functionele cookies zijn nodig om de website te laten werken
  Ao clicar em “Aceitar todos”, concorda com o armazenamento de cookies no seu dispositivo
  Alguns cookies são essenciais, outros ajudam-nos a compreender como o site é utilizado
  Klikając „Akceptuję wszystkie”, wyrażasz zgodę na używanie wszystkich plików cookie
  Możesz w każdej chwili zmienić swoje ustawienia
`)

/** Sentences that would be lost. */
const offSubject = lines(`
  Our services are closed on Monday
  Our services do not work at the moment
  This website will be offline tonight
  We use cookies and our pool is closed for repairs until June
  We use cookies to improve your experience and our site is down today
  You must be 16 to use this site
  The content on this site is not medical advice
  Your personal data was stolen
  Choose your store
  Sign in to continue
  Opening hours
  Our products cost more from May
  Help us improve: take our survey
  We have moved
  Learn more about our new collection
  We measure every window for free
  Our partners give you points
  Changes to our returns policy
  Unsere Dienste sind am Montag geschlossen
  Wir verwenden Cookies, um Ihr Erlebnis zu verbessern, und haben heute geschlossen
  Der Inhalt dieser Website richtet sich nur an professionelle Anleger
  Der Dienst zur Datenübertragung ist derzeit gestört
  Die Lieferung dauert zwei Tage länger
  Öffnungszeiten
  Nos services sont fermés lundi
  Nous utilisons des cookies pour améliorer votre expérience et sommes fermés aujourd’hui
  Vous pouvez déposer votre dossier jusqu’au 30 juin
  Ce site est réservé aux professionnels de santé
  Nuestros servicios no estarán disponibles el lunes
  Usamos cookies y hoy cerramos
  Las elecciones son el domingo
  Este sitio es para mayores de edad
  Le visite guidate sono sospese fino a marzo
  Usiamo i cookie e oggi siamo chiusi
  Il servizio clienti utilizza da oggi un nuovo numero di telefono
  Onze diensten zijn maandag gesloten
  Gebruik de kinderstoel type B niet meer
  Deze site is alleen voor artsen
  Os nossos serviços estão fechados na segunda-feira
  O serviço de entrega foi alargado a Braga
  As informações deste site não constituem aconselhamento jurídico
  Le choix est plus grand en magasin
  Los socios pueden votar
  Il consenso dei genitori è obbligatorio per la gita
  Onze ervaring met kaas
  O trânsito está cortado
  Die Auswahl im Laden ist kleiner
  Ruch jest wstrzymany
  Dane do egzaminu podano w zakładce Informacje
  Wycofujemy z rynku partię mleka
  Używamy plików cookie i dziś zamykamy
  Access denied
  No service
  Out of service
  This site is for sale
  We use fresh eggs for our cookies
  Please consent to the search of your bags
  By continuing you agree to the closure of your account
  We use cookies, and the road to the museum is closed
  Due to a leak, your privacy may be affected
  Die Anmeldung zum Tag der offenen Tür und die Anreise sind kostenlos
  Der Versand von Cookies und Kuchen ist verspätet
`)

/** A site speaks of its cookies, in each language that is read. */
const firstSentences = lines(`
  We use cookies
  Wir verwenden Cookies
  Nous utilisons des cookies
  Usamos cookies
  Usiamo i cookie
  Wij gebruiken cookies
  Używamy plików cookie
  Este site utiliza cookies
`)

const verdictsWith = (sentence: string) =>
  firstSentences.map((first) => judgeNotice(facts({ prose: `${first}. ${sentence}.` })))

test.each(onSubject)('a notice may say: %s', (sentence) => {
  expect(verdictsWith(sentence)).toContain('evident')
})

test.each(offSubject)('a notice that says something else stays: %s', (sentence) => {
  expect(verdictsWith(sentence)).not.toContain('evident')
})
