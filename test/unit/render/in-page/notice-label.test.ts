import { expect, test } from 'vitest'
import { kindOfLabel, type LabelKind } from '../../../../lib/render/in-page/consent/label.ts'

/** Separated by `|`. */
const labels: Partial<Record<LabelKind, string>> = {
  decline: `No, reject them | Nein, alle ablehnen | Reject. | Zustimmung verweigern | Withdraw consent | Reject | Reject all
    | Only accept technically necessary cookies | Continue with technically required cookies only | Necessary cookies only
    | Essential only | Refuser tout | Tout refuser | Continuer sans accepter | Continue without accepting → | Nur notwendige
    | Nur notwendige Cookies akzeptieren | Alle ablehnen | Ablehnen | Ohne Einwilligung fortfahren | Weiter ohne Zustimmung
    | Rechazar todo | Rifiuta tutto | Rifiuta | Continua senza accettare | Alles weigeren | Weigeren
    | Alleen noodzakelijke cookies | Odrzuć wszystkie | Tylko niezbędne | Rejeitar tudo | Apenas o necessário | Avvisa alla
    | Afvis | Hylkää | Odmítnout vše | Reddet | Отклонить | 拒否する | 同意しない | 必要なCookieのみ許可 | 거부 | 拒绝 | 仅必要 | رفض | No
    | No, thanks | Nein danke | Non merci | I do not accept | Je n’accepte pas | No acepto
    | Do not sell my personal information | Opt out | Opt-out | Reject non-essential cookies | Only essential
    | Use necessary cookies only | Decline optional cookies | Disable all | Deny all | Nie zgadzam się | Não aceito
    | Niet accepteren | Alleen functionele cookies | Solo necessarie | Solo las necesarias
    | Usar solo las cookies necesarias | Accept necessary | Allow essential cookies | Je refuse | Non, je refuse
    | Cookies essentiels uniquement | Accepter uniquement les cookies nécessaires | Solo cookie tecnici
    | Wyłącznie niezbędne | Accept only required | Reject All Cookies | Wijs alles af | Accept all necessary cookies
    | Nur essenzielle Cookies zulassen | Ich lehne ab | Ich möchte nur technisch notwendige Cookies zulassen
    | No optional cookies | Decline | Refuse | Fortsätt utan att acceptera | Bara nödvändiga | Kun nødvendige
    | Vain välttämättömät | Csak a szükségesek | Elutasítom | Απόρριψη όλων | Fortsett med nødvendige | Accept essentials
    | Proceed with required cookies only | Reject additional cookies | Technisch notwendige Cookies
    | Continue with necessary | Alle optionalen Cookies ablehnen | Akceptuję tylko niezbędne pliki cookie | Kabul etmiyorum
    | Aceptar solo las esenciales | Rechazar cookies opcionales | Recusar`,
  accept: `Accept | Accept all | Accept all cookies | I agree | Allow all | Allow all cookies | Agree and continue | Alle akzeptieren
    | Akzeptieren | Zustimmen | Einverstanden | Ich stimme zu | Tout accepter | J’accepte | Accepter et fermer | Aceptar
    | Aceptar todo | Accetta tutto | Accetta | Alles accepteren | Akkoord | Ik ga akkoord | Akceptuję | Akceptuj wszystkie
    | Zgadzam się | Aceitar todos | Godkänn alla | Accepter alle | Hyväksy | Souhlasím | Kabul et | Принять | 同意する | すべて許可
    | 동의 | 接受 | موافق | Yes | Accept & close | Enable all | Accept non-essential cookies
    | Allow necessary and marketing cookies | Alle Cookies zulassen | Permitir todas las cookies | Ja, ich stimme zu
    | Accept all cookies and continue | Consent | Permitir`,
  settings: `Settings | Cookie settings | Manage preferences | Customize | Customise cookies | More options | Einstellungen
    | Cookie-Einstellungen | Einstellungen oder ablehnen | Paramétrer | Personnaliser | Configurar | Impostazioni
    | Personalizza | Instellingen | Ustawienia | Configurações | Inställningar | 設定 | 설정 | Manage or reject cookies
    | Accept or reject | Let me choose | Show purposes | Gérer mes choix | Mehr Optionen | Privacy settings | Configure
    | Cookie-Einstellungen anpassen | Zarządzaj`,
  save: `Save | Save settings | Save preferences | Confirm my choices | Accept selection | Allow selection | Auswahl speichern
    | Auswahl bestätigen | Auswahl erlauben | Sauvegarder | Enregistrer mes choix | Guardar preferencias | Salva | Opslaan
    | Zapisz | Guardar | 保存`,
  understood: `OK | Ok | Got it | Got it! | Understood | Verstanden | Compris | Entendido | Ho capito | Begrepen | Rozumiem | Entendi
    | Continue | Weiter | 了解 | 확인 | OK, understood | Okay`,
  close: `Close this message | × |  | ✕ | Close | Schließen | Fermer | Cerrar | Chiudi | Sluiten | Zamknij | Fechar | 閉じる`,
  info: `Learn more | More information | Privacy policy | Cookie policy | Mehr erfahren | Datenschutzerklärung | Impressum
    | En savoir plus | Politique de confidentialité | Más información | Política de cookies | Maggiori informazioni
    | Meer informatie | Polityka prywatności | Saiba mais | 詳細 | Details | our partners | Cookies | Cookie Notice
    | Privacy Notice | Read more | Informativa estesa`,
  link: `here | hier | ici | this site`,
  other: `Message us | Accept offer | Add to basket | Start chat | Log in | Sign up | Subscribe | Continue with Google
    | I am 18 or older | Leave | Place order | Accept invitation | Jetzt kaufen | Zur Kasse | Anmelden | Abonnieren
    | Se connecter | S’inscrire | Save 20% | Choose store | Select language | Create account | Accept and subscribe
    | Decline offer | Continue to checkout | Buy now | Enter site | Play | Search | Home | Products | Contact | English
    | Send | Submit order | Pay now | Kup teraz | Zaloguj się | Comprar | Acquista ora | Bestellen | I am over 18
    | Ich bin 18 | J’ai plus de 18 ans | Abonnement abschließen | Subscribe without tracking | Here | Apply now
    | Accept order`,
}

test.each(Object.entries(labels))('these labels are "%s"', (kind, text) => {
  const others = text
    .split('|')
    .map((label) => label.trim())
    .map((label) => [label, kindOfLabel(label, kind === 'info' || kind === 'link')])
    .filter(([, other]) => other !== kind)
  expect(others).toEqual([])
})
