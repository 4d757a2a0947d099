import { expect, test } from 'vitest'
import { isOnSubject } from '../../../../lib/render/in-page/consent/sentence.ts'
import { sentenceWords } from '../../../../lib/render/in-page/consent/sentence-words.ts'
import { plain } from '../../../../lib/render/in-page/consent/vocabulary.ts'

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const onSubject = lines(`
  We use cookies on our website to give you the most relevant experience by remembering your preferences and repeat visits
  To provide the best experiences, we use technologies like cookies to store and/or access device information
  Some of them are essential, while others help us to improve this website and your experience
  You can change your mind at any time
  We and our 812 partners process personal data, such as unique identifiers
  We keep your choice for 6 months
  Cookies on Find a Tender
  Strictly necessary
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

test.each(onSubject)('"%s" is about consent', (sentence) => {
  expect(isOnSubject(sentence)).toBe(true)
})

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
`)

test.each(offSubject)('"%s" is about something else', (sentence) => {
  expect(isOnSubject(sentence)).toBe(false)
})

test('the name of the site is known', () => {
  const sentence = 'Tinkerbell respects your privacy'
  expect(isOnSubject(sentence)).toBe(false)
  expect(isOnSubject(sentence, 'www.tinkerbell.example')).toBe(true)
})

test('the words of sentences are plain', () => {
  for (const words of Object.values(sentenceWords))
    expect(plain(words).split(/\s+/)).toEqual(words.split(/\s+/))
})
