/** Names of cookies, in the languages whose notices we know. Matched against lower case. */
export const cookieWords = [
  'cookie',
  'ciasteczk', // pl
  'piškot|slapuk|sīkdat|küpsis|evästee|vafrakök|kolačić', // sl, lt, lv, et, fi, is, hr
  'süti|sütik', // hu
  'çerez', // tr
  'informasjonskaps', // no
  'куки|файлы? cookie|бисквит|колачић', // ru, uk, bg, sr
  'クッキー',
  '쿠키',
  'עוגי(?:ות|יה)',
  'ملفات تعريف الارتباط|الكوكيز|كوكيز',
  'कुकी',
  'คุกกี้',
].join('|')

/**
 * Words of consent. A recipe for cookies contains a word from the list above, but none of these next to buttons. `privacy` is not
 * included, because every list of a site's legal pages contains it.
 */
export const consentWords = [
  'accept|agree|consent|we use|uses? cookies|got it|reject|decline|allow',
  'akzept|zustimm|einverstanden|verwend|ablehn',
  'accett|rifiut|utilizz|acconsent',
  'acept|rechaz|utiliza|aceit|rejeit|recus',
  'refus|utilis|consent',
  'akceptuj|odrzu|zgod|zgadz|używa|wykorzyst|stosuje',
  'weiger|accepteer|akkoord|gebruik',
  'godta|godkänn|tillåt|samtyck|accepter|afvis|avvis|hyväksy|samþyk|använd|bruger|bruker|käyt',
  'elfogad|souhlas|súhlas|prihvat|sprejm|přijm|prijať|použív|sutinku|piekrīt|nõustu|koristi|uporablja',
  'kabul|reddet|kullan',
  'принять|принима|соглас|использ|прийня|погодж|використ|приема|прихват',
  '同意|使用|利用|接受|許可|拒否|拒绝|拒絕',
  '동의|사용|허용',
  'מסכים|קבל|אישור|משתמש',
  'موافق|قبول|نستخدم|يستخدم',
  'स्वीकार|उपयोग|सहमत',
  'ยอมรับ|ใช้',
  'đồng ý|chấp nhận|sử dụng|setuju|terima|menggunakan',
].join('|')
