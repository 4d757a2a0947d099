import { type NoticePage, page } from './notice-page.ts'

/** One notice in each line: the language of the page, its text, and the labels of its buttons. */
const lines = `
ja | 当サイトでは、利便性の向上のためにCookieを使用しています。 | 同意する | 拒否する
ja | このウェブサイトはクッキーを使用して、お客様の体験を向上させます。 | すべて同意する | 必須のCookieのみ許可
sv | Vi använder kakor för att webbplatsen ska fungera på ett bra sätt. | Acceptera alla kakor | Endast nödvändiga kakor
da | Vi bruger cookies til at forbedre din oplevelse på vores hjemmeside. | Accepter alle | Kun nødvendige
fi | Käytämme evästeitä sivustomme kehittämiseen. | Hyväksy kaikki | Vain välttämättömät
cs | Používáme soubory cookie. Vstup jen pro dospělé. | Přijmout vše | Odmítnout vše
tr | Çerez kullanıyoruz. Deprem uyarısı: binayı boşaltın. | Tümünü kabul et | Tümünü reddet
ru | Мы используем файлы cookie. | Принять все | Отклонить все
el | Χρησιμοποιούμε cookies. Το κατάστημα είναι κλειστό. | Αποδοχή όλων | Απόρριψη όλων
ko | 이 사이트는 쿠키를 사용합니다. | 모두 동의 | 모두 거부
zh | 本网站使用 Cookie 来改善您的体验。 | 全部接受 | 全部拒绝
ar | يستخدم هذا الموقع ملفات تعريف الارتباط. | قبول الكل | رفض الكل
ro | Folosim cookie-uri. Coșul dvs. conține 2 produse. | Acceptă toate | Respinge toate
en | We use cookies. The concert with music by Dvořák is cancelled. | Accept all | Reject all
en | We use cookies. Музей закрыт до понедельника. | Accept all | Reject all
en | We use cookies. 本日は休館です。 | Accept all | Reject all
sv | We use cookies. The ferry is cancelled. | Accept all | Reject all
sv | Vi använder kakor. Kliniken flyttar. | OK |
`

/** Notices with a sentence that is not in one of the languages that are read. It may be about anything. */
export const unreadNotices: readonly NoticePage[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [lang = '', text = '', ...labels] = line.split('|').map((part) => part.trim())
    const controls = labels.map((label) => (label === '' ? '' : `<button>${label}</button>`)).join('')
    return page(lang, text, `<div class="bar" data-keep><p>${text}</p>${controls}</div>`)
  })

const choice = ['Accept all', 'Reject all']

const reports: [lang: string, text: string, labels: string[]][] = [
  ['en', 'We use cookies. Your personal data was shared with third parties without your consent.', choice],
  ['en', 'We use cookies. Your changes were not saved.', ['OK']],
  ['en', 'We use cookies on this site. Access denied.', ['OK']],
  ['de', 'Wir verwenden Cookies. Ihre Daten wurden ohne Ihre Einwilligung an Dritte weitergegeben.', ['OK']],
  [
    'de',
    'Wir verwenden Cookies. Die Nutzung dieser Seite ist nur mit Einwilligung der Eltern erlaubt.',
    ['Alle akzeptieren', 'Alle ablehnen'],
  ],
  ['de', 'Wir nutzen Cookies. Ihre Einstellungen wurden nicht gespeichert.', ['OK']],
  ['fr', 'Nous utilisons des cookies. Vos données ont été partagées sans votre consentement.', ['OK']],
  [
    'es',
    'Usamos cookies. Sus datos personales fueron compartidos con terceros sin su consentimiento.',
    ['OK'],
  ],
  ['it', 'Usiamo i cookie. I tuoi dati sono stati condivisi con terze parti senza il tuo consenso.', ['OK']],
  ['nl', 'Wij gebruiken cookies. Uw instellingen zijn niet opgeslagen.', ['OK']],
  ['pl', 'Używamy plików cookie. Twoje dane zostały udostępnione bez zgody.', ['OK']],
  ['pt', 'Usamos cookies. Os seus dados foram partilhados com terceiros sem o seu consentimento.', ['OK']],
]

/** Notices with a sentence of nothing but words of consent that says what has happened, or what is forbidden. */
export const reportingNotices: readonly NoticePage[] = reports.map(([lang, text, labels]) =>
  page(
    lang,
    text,
    `<div class="bar" data-keep><p>${text}</p>${labels.map((label) => `<button>${label}</button>`).join('')}</div>`,
  ),
)
