import { type CleanedPage, dialog } from './notice-page.ts'

/** One dialog in each line: its text, the label that accepts, and the label that declines if there is one. */
const texts: Record<string, string> = {
  en: `
    <h2>Your cookie choices for this website</h2><p>We use cookies to operate this website, understand how you use our site, and deliver content that is relevant to you. Click "Accept all" to agree, or manage your settings.</p> | Accept all | Reject all
    <p>We use essential cookies to make our site work. With your consent, we may also use non-essential cookies to improve user experience and analyze website traffic.</p> | Accept | Reject
    <p>This website uses cookies in order to offer you the most relevant information. Please accept cookies for optimal performance.</p> | Yes, I accept cookies
    <p>Our website uses cookies to distinguish you from other users. This helps us to provide you with a good experience when you browse our website and also allows us to improve our site.</p> | Allow cookies | Decline
    <p>By continuing to browse or by clicking ‘Accept’, you agree to the storing of cookies on your device to enhance your site experience and for analytical purposes.</p> | Accept`,
  de: `
    <p>Unsere Website verwendet Cookies, damit wir die Seite fortlaufend verbessern können. Mit der weiteren Nutzung stimmen Sie dem zu.</p> | Verstanden
    <h2>Wir schätzen Ihre Privatsphäre</h2><p>Wir verwenden Cookies, um Ihr Surferlebnis zu verbessern, personalisierte Anzeigen oder Inhalte bereitzustellen und unseren Datenverkehr zu analysieren. Durch Klicken auf „Alle akzeptieren“ stimmen Sie der Verwendung von Cookies zu.</p> | Alle akzeptieren | Alle ablehnen
    <p>Auf unserer Website kommen verschiedene Cookies zum Einsatz: technische, zu Marketing-Zwecken und solche zu Analyse-Zwecken; Sie können unsere Website grundsätzlich auch ohne das Setzen von Cookies besuchen.</p> | Alle akzeptieren | Nur technisch notwendige
    <p>Cookies erleichtern die Bereitstellung unserer Dienste. Mit der Nutzung unserer Dienste erklären Sie sich damit einverstanden, dass wir Cookies verwenden.</p> | OK
`,
  fr: `
    <p>Nous utilisons des cookies pour vous garantir la meilleure expérience sur notre site web. Si vous continuez à utiliser ce site, nous supposerons que vous en êtes satisfait.</p> | OK
    <h2>Vos préférences en matière de cookies</h2><p>Certains cookies sont indispensables, d’autres servent à mesurer la fréquentation et à améliorer nos services. Vous pouvez changer d’avis à tout moment.</p> | Tout accepter | Tout refuser
    <p>Ce site dépose des cookies de mesure d’audience. Acceptez-vous ?</p> | Oui | Non
    <p>Avec votre accord, nous utilisons des cookies afin d’analyser le trafic et de vous proposer des contenus et publicités personnalisés.</p> | J’accepte | Continuer sans accepter`,
  es: `
    <p>Esta página web usa cookies para personalizar el contenido y los anuncios, ofrecer funciones de redes sociales y analizar el tráfico.</p> | Permitir todas | Denegar
    <h2>Gestionar consentimiento</h2><p>Usamos cookies para optimizar nuestro sitio web y nuestro servicio.</p> | Aceptar cookies | Solo necesarias
    <p>Utilizamos cookies para asegurar que damos la mejor experiencia al usuario en nuestra web. Si sigues utilizando este sitio asumiremos que estás de acuerdo.</p> | Vale`,
  it: `
    <p>Utilizziamo i cookie per essere sicuri che tu possa avere la migliore esperienza sul nostro sito. Se continui ad utilizzare questo sito noi assumiamo che tu ne sia felice.</p> | Ok
    <h2>Rispettiamo la tua privacy</h2><p>Noi e i nostri partner utilizziamo cookie per mostrarti annunci in linea con i tuoi interessi e misurare le visite.</p> | Accetta | Rifiuta`,
  nl: `
    <p>We gebruiken cookies om ervoor te zorgen dat onze site zo soepel mogelijk draait. Als je doorgaat met het gebruiken van deze site, gaan we er vanuit dat je ermee instemt.</p> | Ok
    <h2>Jouw privacy</h2><p>Wij gebruiken cookies voor statistieken en om advertenties te tonen. Je kiest zelf wat je toestaat.</p> | Alles toestaan | Alleen noodzakelijke cookies`,
  pt: `
    <p>Utilizamos cookies essenciais e tecnologias semelhantes de acordo com a nossa Política de Privacidade e, ao continuar navegando, você concorda com estas condições.</p> | OK
    <h2>Este site usa cookies</h2><p>Guardamos estatísticas de visitas para melhorar o conteúdo e usamos cookies para apresentar anúncios.</p> | Aceitar tudo | Rejeitar
    <p>Para melhorar a sua experiência na plataforma e prover serviços personalizados, utilizamos cookies.</p> | Aceitar | Rejeitar cookies`,
  pl: `
    <p>Ta strona korzysta z ciasteczek, aby świadczyć usługi na najwyższym poziomie. Dalsze korzystanie ze strony oznacza, że zgadzasz się na ich użycie.</p> | Zgoda
    <h2>Cenimy Twoją prywatność</h2><p>Używamy plików cookie, aby poprawić jakość przeglądania, wyświetlać reklamy lub treści dostosowane do indywidualnych potrzeb użytkowników oraz analizować ruch na stronie.</p> | Akceptuj wszystko | Odrzuć wszystko`,
}

const layouts = ['bar', 'modal', 'card', 'top']

/** Consent dialogs with the texts of common extensions for content systems. */
export const commonWordings: readonly CleanedPage[] = Object.entries(texts).flatMap(([lang, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [text = '', accept = '', decline] = line.split('|').map((part) => part.trim())
      const declining = decline === undefined ? '' : `<button data-answer="decline">${decline}</button>`
      const overlay = `<div class="${layouts[index % layouts.length]}" data-notice>${text}<button data-answer="accept">${accept}</button>${declining}</div>`
      const name = `${lang}: ${text.replace(/<[^>]*>/g, ' ').trim()}`
      return dialog(lang, name, decline === undefined ? 'accepted' : 'declined', overlay)
    }),
)
