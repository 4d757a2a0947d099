/*
 * Words of texts, matched against lower case.
 */

/** Names of cookies, in the languages whose notices we know. */
export const cookieWords = [
  'cookie',
  'ciasteczk|ciasteczek', // pl
  'piškot|slapuk|sīkdat|küpsis|evästee|evästei|vafrakök|kolačić', // sl, lt, lv, et, fi, is, hr
  'süti|sütik', // hu
  'çerez', // tr
  'informasjonskaps', // no
  'kakor', // sv
  'куки|бисквит|колачић', // ru, uk, bg, sr
  'クッキー',
  '쿠키',
  'עוגי(?:ות|יה)',
  'ملفات تعريف الارتباط|الكوكيز|كوكيز',
  'कुकी',
  'คุกกี้',
].join('|')

/** Personal data, for notices that do not name cookies. */
export const dataWords = [
  'personal (?:information|data)|your privacy|trackers?\\b|tracking technolog|similar technologies|information (?:that )?we collect',
  'personenbezogen|privatsphäre|persönlichen? (?:daten|informationen)',
  'données (?:personnelles|à caractère personnel)|informations (?:personnelles|que nous collectons)|vie privée|traceurs',
  'datos personales|privacidad|información (?:personal|que recopilamos)|informació (?:personal|que reco)',
  'dati personali|tracciament|informazioni (?:personali|che raccogliamo)',
  'persoonsgegevens|persoonlijke (?:gegevens|informatie)|uw privacy|je privacy|informatie die we verzamelen',
  'dan(?:e|ych) osobow|prywatnoś',
  'dados pessoais|privacidade|informações pessoais',
  'personuppgifter|personliga? (?:data|uppgifter|informa)|personoplysninger|personopplysninger|information som vi samlar|informasjon vi samler|henkilötie|keräämämme tiedot',
  'osobní(?:ch|mi)? úda|személyes adat|isikuandme|informațiile .{0,8}personale|kişisel veri|персональн|προσωπικ',
  '個人情報|個人データ|プライバシー|개인 ?정보|个人信息|個人資料|隐私|隱私',
].join('|')

/** Subjects of consent. "Cookie" alone may also be a cake. */
export const consentWords = [
  'accept|agree|consent|we use|uses? cookies|use of|using|got it|reject|decline|allow|web ?site|this site|our site|browser|analy|technolog|experience|collect|process|stor(?:e|es|ing)\\b|personali[sz]e|improve',
  'akzept|zustimm|einverstanden|verwend|ablehn|nutz|einsatz|einsetz|setzen|website|webseite|erlauben|speicher|verarbeit',
  'raccogli|archivi|memorizz|accett|rifiut|utilizz|acconsent|usa |usiamo|navigazione|sito',
  'acept|rechaz|utiliza|usamos|usa |aceit|rejeit|recus|navega|sitio|experi[eê]nc|recopil|recolh|almacen|armazen|consentim',
  'refus|utilis|consent|dépos|recour|expérience|navigation|site|collect|trait',
  'akceptuj|odrzu|zgod|zgadz|używa|wykorzyst|stosuj|korzysta|stron|zbiera|przechowuj|przetwarza',
  'weiger|accepteer|akkoord|gebruik|plaats|verzamel|verwerk|bewaren',
  'godta|godkänn|tillåt|samtyck|accepter|afvis|avvis|hyväksy|samþyk|använd|bruger|bruker|käyt|webbplats|sivusto|nettsted|hjemmeside|samla|samler|bearbeta|behandl|kerää|käsittel',
  'elfogad|souhlas|súhlas|prihvat|sprejm|přijm|prijať|použív|sutinku|piekrīt|nõustu|koristi|uporablja|haszn|zpracov|shromažď|gyűjt|colect',
  'kabul|reddet|kullan',
  'принять|принима|соглас|использ|прийня|погодж|використ|приема|прихват|χρησιμοπ|αποδ',
  '同意|使用|利用|接受|許可|拒否|拒绝|拒絕',
  '동의|사용|허용',
  'מסכים|קבל|אישור|משתמש',
  'موافق|قبول|نستخدم|يستخدم',
  'स्वीकार|उपयोग|सहमत',
  'ยอมรับ|ใช้',
  'đồng ý|chấp nhận|sử dụng|setuju|terima|menggunakan',
].join('|')

/** Names of documents. A text that only names its policy on cookies or privacy is about something else. */
export const policyNames = [
  '(?:(?:cookies?|privacy)(?: (?:and|&) | & |/|, | )?)+ ?(?:polic(?:y|ies)|notice|statement|guidelines|terms|rules|disclosure)',
  '(?:datenschutz|cookie|privatsphäre)[-\\p{L}]{0,24}(?:richtlinien?|hinweisen?|erklärung|bestimmungen|politik)(?: und (?:cookie|datenschutz)[-\\p{L}]{0,24})?',
  'cookie-? und datenschutz(?:richtlinien?|hinweise|erklärung)',
  "(?:politique|charte|déclaration)s? (?:de |d’|d'|en matière de |relative aux? |sur les )?(?:(?:gestion des|protection des|des|les|la)? ?(?:cookies|confidentialité|données|vie privée)(?: personnelles)?(?: et )?(?:de |aux |des )?)+",
  'pol[ií]tica[s]? (?:de |sobre |del )?(?:uso de )?(?:(?:las |los )?(?:cookies|privacidade?)(?:,? (?:y|e) (?:de )?)?)+',
  "(?:politica|informativa|normativa) (?:sui |sulla |dei |sull’uso dei |estesa sui |relativa ai |in materia di |sull'uso dei )?(?:(?:cookie|privacy)(?: e (?:sui |sulla )?)?)+",
  '(?:cookie|privacy)[-\\p{L}]{0,24}(?:beleid|verklaring|statement)(?: en (?:cookie|privacy)\\p{L}{0,12})?',
  'polity[kc]\\p{L}{0,12} (?:dotycząc\\p{L}{0,12} |w sprawie )?(?:(?:prywatności|plików cookies?|cookies?|ciasteczek)(?: i )?)+',
  '(?:cookie|integritets|privatlivs|personvern|evaste|eväste|tietosuoja)[-\\p{L}]{0,24}(?:policy|politik|polityk|käytän\\p{L}{0,12}|erklæring|seloste\\p{L}{0,12})',
  'zásad\\p{L}{0,12} (?:používání |ochrany )?(?:souborů )?(?:cookies?|osobních údajů)|çerez politikas\\p{L}{0,12}|gizlilik politikas\\p{L}{0,12}',
  'политик\\p{L}{0,12} (?:в отношении |использования |конфиденциальности и )?(?:файлов )?(?:cookies?|куки|конфиденциальности)',
  '(?:cookie|クッキー|プライバシー)[のに関する ・]*(?:ポリシー|方針|規約)|(?:cookie|隐私|隱私)[ 与和與]*(?:cookie)? ?政策|(?:쿠키|개인정보)[ 및]*(?:쿠키)? ?(?:정책|처리방침|보호정책)',
  '(?:personal data|privacidad|privacy) (?:protection )?polic(?:y|ies)',
].join('|')

/** The subjects of overlays that are no consent dialogs, whatever their buttons are. */
export const ageWords = [
  '(?:over|above|under|least|older than|be) (?:18|19|20|21)\\b(?! (?:months|days|minutes|hours))|(?:18|19|20|21) ?(?:\\+|years|yrs|or older)|\\b18\\s?\\+|legal (?:drinking )?age|of age\\b|age (?:verification|check|gate|restrict|confirm)|adult (?:content|material|only|oriented)|adults only|years of age|your age',
  'volljährig|(?:ab|über|mindestens|unter) (?:18|21)(?! (?:stunden|monate|tage))|(?:18|21) jahre|altersprüfung|altersnachweis|altersfreigabe|jugendschutz',
  'majeur|(?:18|21) ans|âge (?:légal|minimum|requis)|vérification de l.âge|contenu pour adultes',
  'mayor(?:es)? de edad|(?:18|21) años|edad legal|verificación de edad|maggiorenn|(?:18|21) anni|verifica dell.età|maggiore età',
  '(?:18|21) jaar|leeftijdscontrole|meerderjarig|pełnoletni|(?:18|21) lat|ukończon\\p{L}+ 18|weryfikacja wieku|maior(?:es)? de (?:idade|18)|(?:18|21) anos|verificação de idade',
  '(?:18|20) år|myndig(?!het)|(?:18|20)[- ]?vuot|täysi-ikäi|plnolet|(?:18|21) let\\b|nagykor|18 yaş|совершеннолет|18 лет|повноліт|ενήλικ',
  '(?:18|20) ?歳|成人|未成年|만 ?19세|성인|年满|年滿',
].join('|')

/** Pages that do not work without cookies ask for them, as a warning. */
export const needWords = [
  '(?:enable|activate|turn on) (?:\\p{L}{1,12} )?cookies|cookies (?:are|have been|seem to be|appear to be) (?:\\p{L}{1,12} )?(?:disabled|blocked|deactivated|turned off|switched off)|blocks? cookies',
  'aktivieren sie (?:\\p{L}{1,12} )?cookies|cookies (?:\\p{L}{1,12} )?(?:zu aktivieren|aktivieren|deaktiviert|blockiert)|blockiert cookies',
  'activez (?:\\p{L}{1,12} )?cookies|activer les cookies|cookies (?:\\p{L}{1,12} )?(?:désactivés|bloqués)|bloque les cookies',
  'activ[ae]r? las cookies|habilit[ae]r? las cookies|cookies (?:\\p{L}{1,12} )?(?:desactivadas|bloqueadas|deshabilitadas)',
  'abilit\\p{L}{1,4} i cookie|attiv\\p{L}{1,4} i cookie|cookie (?:\\p{L}{1,12} )?(?:disattivati|disabilitati|bloccati)',
  'schakel cookies in|cookies (?:\\p{L}{1,12} )?(?:uitgeschakeld|geblokkeerd|in te schakelen)|zet cookies aan',
  'ativ[ea]r? (?:os )?cookies|cookies (?:\\p{L}{1,12} )?(?:desativados|bloqueados)',
  'włącz\\p{L}{0,4} (?:obsługę )?(?:plik\\p{L}{1,3} )?cookie|cookies? (?:\\p{L}{1,12} )?(?:wyłączone|zablokowane)',
].join('|')

/** Amounts of money, and discounts. */
export const priceWords =
  '[€$£¥₹₽₺]\\s?\\d|\\d[\\d.,]*\\s?(?:€|£|\\$|zł|kč|kr\\b|chf|usd|eur\\b|euros?\\b|円|元|원|₽|₺|руб)|\\d\\s?%'

/** Cakes. */
export const foodWords = [
  'bak(?:e|es|ed|er|ery|ing)\\b|chocolate|choc chip|butter|\\bdough|\\bflour\\b|sugar|recipe|crumb|\\boven\\b|vanilla|\\boat|\\bnuts?\\b|almond|raisin|\\bcakes?\\b|\\bsnack|tasty|delicious|ingredient|gluten|\\bvegan|flavou?r|coffee|\\bbox of|\\bdozen',
  'schoko|gebäck|bäcker|backen|keks|plätzchen|\\bteig|zucker|hafer|\\bnüsse|mandel|rosinen|kuchen|lecker|zutaten|geschmack|kaffee',
  'chocolat|beurre|pâtiss|biscuit|avoine|\\bnoix|amande|gâteau|délicieu|ingrédient|galleta|horne|avena|\\bnuez|almendra|pastel|delicios|ingrediente',
  'biscott|cioccolat|burro|\\bforno|mandorl|\\btort[ae]|delizios|ricett|koek(?:je|en)|chocola|amandel|\\btaart|lekker|ingrediënt',
  'ciast(?!ecz)|czekolad|masło|owsian|orzech|migdał|pyszn|składnik|biscoito|bolacha|aveia|amêndoa|チョコ|焼き|菓子|手作り',
].join('|')

/** Parts of a site that a notice only names where it explains cookies that are necessary. */
export const topicWords = [
  'basket|\\bcart\\b|checkout|(?:your|an|the|place) order|shipping|delivery|voucher|coupon|discount|purchase|newsletter|subscri|\\bsign(?:ing)? ?(?:up|in)|\\blog(?:ging)? ?in|password|create an account|your account|\\bchat|support agent|maintenance|outage|\\bdownload|apply now|vacanc|webinar|survey|donat|watch (?:this|the) video|play (?:this|the) video|\\btrial|membership|press alert|warning',
  'warenkorb|kasse|bestell|versandkosten|(?<!aus)lieferung|gutschein|rabatt|kauf|abonn|anmeld|registrier|einlogg|passwort|kennwort|konto|\\bwartung|störung|herunterlad|bewerb|umfrage|spende|video abspielen|mitglied',
  'panier|\\bcommande|livraison|code promo|remise|achat|infolettre|s.inscri|inscription|connexion|connecter|mot de passe|mon compte|votre compte|maintenance|télécharg|candidat|sondage|\\bessai',
  'carrito|cesta|pedido|envío|descuento|compra|boletín|suscri|inicia\\p{L}* sesión|regístr|contraseña|tu cuenta|su cuenta|mantenimiento|descarg|encuesta|donaci',
  'carrello|ordine\\b|spedizion|sconto|acquist|iscriv|accedi(?!a)|password|tuo account|manutenzione|scarica|sondaggio|donazion',
  'winkelwagen|bestelling|verzend|korting|aankoop|nieuwsbrief|inlogg|wachtwoord|aanmeld|onderhoud|enquête|doneer',
  'koszyk|zamówieni|dostaw(?!c)|rabat|zakup|kupuj|zapisz się|zaloguj|logowani|hasł|twoje konto|przerwa techniczna|pobierz|ankiet|darowizn',
  'carrinho|encomenda|entrega|desconto|compras|assin|iniciar sessão|entrar na|senha|palavra-passe|sua conta|manutenção|baixar|pesquisa de|doaç',
  'varukorg|beställ|logga in|lösenord|nyhetsbrev|handlekurv|indkøbskurv|kundekurv|logg inn|log ind|ostoskori|kirjaudu|uutiskirje',
  'košík|objednáv|přihlá|heslo|kosár|jelszó|bejelentkez|sepet|giriş yap|şifre|корзин|заказ|войти|пароль|рассылк|підпис|кошик|καλάθι|σύνδεση',
  'カート|注文|ログイン|パスワード|会員登録|メールマガジン|メルマガ|チャット|メンテナンス|割引|送料|購入|장바구니|주문|로그인|비밀번호|뉴스레터|购物车|登录|登入|密码|密碼|订阅|訂閱',
].join('|')

/** Whose cookies these are. A notice speaks for its site; a text that explains cookies does not. */
export const ownWords = [
  '\\b(?:we|our|us|ours)\\b|(?:this|the) (?:web ?)?(?:site|page|app|service)|by (?:continuing|using|browsing)|your (?:experience|privacy|consent)|uses cookies|can we|you (?:agree|accept|consent)',
  '\\b(?:wir|uns|unser\\p{L}{0,2})\\b|diese\\p{L}? (?:web|internet)?(?:site|seite)|weitersurfen|(?:web)?(?:site|seite) (?:verwendet|nutzt|setzt)|ihre (?:privatsphäre|einwilligung|zustimmung)|(?:nutzung|besuch) (?:der|dieser|unserer) (?:web|internet)?(?:site|seite)|stimmen sie|verwendung von cookies',
  '\\b(?:nous|notre|nos)\\b|ce site|en (?:poursuivant|continuant)|site (?:utilise|dépose)|votre (?:vie privée|consentement|expérience|accord)|vous acceptez|utilisation (?:de|des) cookies',
  // Verbs of the first person plural, in languages that leave the pronoun out.
  '\\p{L}{2,20}(?:[aei]mos|iamo|amy|emy|imy|ymy|áme|íme|mme)(?!\\p{L})',
  'utiliza|nuestr|est[ea] (?:sitio|web|página)|(?:si|al) contin|navegando|(?:sitio|web) (?:usa|emplea)|su consentimiento|uso de (?:las )?cookies|acepta(?:s|r)? (?:el|su) uso',
  'nostr[oaie]|questo sito|il sito utilizza|proseguendo|continuando|il tuo consenso|us[oi] dei cookie|utilizzo (?:dei|di) cookie|acconsent|accetti\\b',
  '\\b(?:wij|we|ons|onze)\\b|deze (?:web)?site|site (?:gebruikt|maakt gebruik)|door verder|uw (?:privacy|ervaring|toestemming)|gebruik van cookies|(?:gaat u|ga je) akkoord',
  'nasz|(?:ta|ten|nasza) (?:strona|serwis|witryna)|(?:strona|serwis|witryna) (?:używa|korzysta|wykorzystuje|stosuje)|w naszym|wyrażasz zgodę|zgadzasz się|korzystanie z (?:plików )?cookies?',
  'noss[oa]|este (?:site|sítio|website)|ao continuar|o site utiliza|uso de cookies|concorda com',
  '\\b(?:vi|våra?|vår|vores|våre)\\b|denna|(?:webbplatsen|hjemmesiden|nettstedet|siden|sivusto|sivustomme) (?:använder|bruger|bruker|käyttää)|käytämme|sivustomme',
  'tento web|tyto stránky|používáme|použ[ií]vame|náš|weboldal|használunk|folosim|acest site|koristimo|uporabljamo|naudojame|bu (?:web )?site|kullanıyoruz|kami|chúng tôi',
  'мы |наш|эт(?:от|ом) сайт|сайт использует|ми |цей сайт|сайтът|използваме|χρησιμοπο|μας',
  '当サイト|当社|弊社|本サイト|このサイト|このウェブサイト|私たち|弊サイト|我们|我們|本网站|本網站|本站|이 사이트|저희|당사|웹사이트는|אנו|אנחנו|האתר|نستخدم|يستخدم|موقعنا|हम |यह वेबसाइट|เราใช้|เว็บไซต์นี้',
].join('|')

/** The kinds of overlays that need the attention of the consent script. */
export const mentionPattern = `${cookieWords}|${dataWords}`
