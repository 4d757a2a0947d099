/**
 * Substitutes for font families that pages name. Chromium uses a substitute only if the configuration assigns it. An appended family
 * counts as missing, and the next family of the page is tried.
 */
const standIns: Record<string, readonly string[]> = {
  Arimo: ['Arial', 'Helvetica', 'Helvetica Neue', 'Liberation Sans', 'Nimbus Sans', 'sans-serif'],
  Tinos: ['Times New Roman', 'Times', 'Liberation Serif', 'Nimbus Roman', 'serif', 'ui-serif'],
  Cousine: [
    'Courier New',
    'Courier',
    'Liberation Mono',
    'Consolas',
    'Menlo',
    'Monaco',
    'SFMono-Regular',
    'SF Mono',
    'monospace',
    'ui-monospace',
  ],
  'Open Sans': [
    'system-ui',
    'sans',
    'ui-sans-serif',
    '-apple-system',
    'BlinkMacSystemFont',
    'San Francisco',
    'Segoe UI',
    'Roboto',
    'Ubuntu',
    'Cantarell',
    'Noto Sans',
    'Verdana',
    'Tahoma',
  ],
  'Noto Color Emoji': ['emoji', 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Emoji', 'Twemoji Mozilla'],
  'Noto Sans S Chinese': [
    'Noto Sans CJK SC',
    'Noto Sans SC',
    'Source Han Sans SC',
    'Microsoft YaHei',
    'PingFang SC',
    'Hiragino Sans GB',
    'SimHei',
    'SimSun',
    'WenQuanYi Micro Hei',
  ],
  'Noto Sans T Chinese': [
    'Noto Sans CJK TC',
    'Noto Sans TC',
    'Noto Sans HK',
    'Source Han Sans TC',
    'Microsoft JhengHei',
    'PingFang TC',
    'PingFang HK',
    'PMingLiU',
  ],
  'Noto Sans Japanese': [
    'Noto Sans CJK JP',
    'Noto Sans JP',
    'Source Han Sans JP',
    'Hiragino Sans',
    'Hiragino Kaku Gothic ProN',
    'Yu Gothic',
    'Meiryo',
    'MS PGothic',
    'MS Gothic',
  ],
  'Noto Sans Korean': [
    'Noto Sans CJK KR',
    'Noto Sans KR',
    'Source Han Sans KR',
    'Apple SD Gothic Neo',
    'Malgun Gothic',
    'Nanum Gothic',
    'Dotum',
    'Gulim',
  ],
  'Noto Naskh Arabic': ['Noto Sans Arabic', 'Geeza Pro'],
}

/** A code point has a different form in each of these languages. Without a rule, every text would show the form of the same country. */
const languages: Record<string, string> = {
  'zh-cn': 'Noto Sans S Chinese',
  'zh-sg': 'Noto Sans S Chinese',
  'zh-hans': 'Noto Sans S Chinese',
  'zh-tw': 'Noto Sans T Chinese',
  'zh-hk': 'Noto Sans T Chinese',
  'zh-mo': 'Noto Sans T Chinese',
  'zh-hant': 'Noto Sans T Chinese',
  ja: 'Noto Sans Japanese',
  ko: 'Noto Sans Korean',
}

/** For text without a language, or with a language without a rule. */
const lastResort = [
  'Arimo',
  'Noto Sans S Chinese',
  'Noto Sans Japanese',
  'Noto Sans Korean',
  'Noto Sans T Chinese',
  // Before the emoji font: a symbol that is text by default is drawn as text.
  'Noto Sans Symbols',
  'Noto Sans Symbols 2',
  'Noto Sans Math',
  // Before Noto Sans, which has its letters in one weight only.
  'Noto Sans Devanagari',
  'Noto Sans',
]

const match = (test: string, edit: string) => `  <match target="pattern">${test}${edit}</match>`

const string = (text: string) => `<string>${text}</string>`

const standInRule = (family: string, standIn: string) =>
  match(
    `<test name="family" qual="first">${string(family)}</test>`,
    `<edit name="family" mode="assign" binding="same">${string(standIn)}</edit>`,
  )

const languageRule = (language: string, family: string) =>
  match(
    `<test name="lang" compare="contains">${string(language)}</test>`,
    `<edit name="family" mode="append" binding="strong">${string(family)}</edit>`,
  )

/** Only the folder of this file, because system fonts would make the image depend on the machine. */
export const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${Object.entries(standIns)
  .flatMap(([standIn, families]) => families.map((family) => standInRule(family, standIn)))
  .join('\n')}
${Object.entries(languages)
  .map(([language, family]) => languageRule(language, family))
  .join('\n')}
${match('', `<edit name="family" mode="append_last">${lastResort.map(string).join('')}</edit>`)}
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`
