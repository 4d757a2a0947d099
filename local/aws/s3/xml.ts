const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text for an XML element. Control characters become references, as S3 writes them. */
export const escapeXml = (text: string | number) =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(controlCharacters, (character) => `&#${character.charCodeAt(0)};`)

// biome-ignore lint/suspicious/noControlCharactersInRegex: object keys may contain them.
const controlCharacters = /[\x00-\x08\x0b\x0c\x0e-\x1f\r]/g

/** `<name>text</name>` with the text escaped. */
export const element = (name: string, text: string | number) => `<${name}>${escapeXml(text)}</${name}>`

/** `<name>...</name>` around elements. */
export const wrap = (name: string, elements: readonly string[]) => `<${name}>${elements.join('')}</${name}>`

/** A document element of the S3 namespace. */
export const document = (name: string, elements: readonly string[]) =>
  `<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${elements.join('')}</${name}>`

/** The content of every element of that name, as XML. Enough for the flat documents of S3. */
export const contentsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map((match) => match[1] ?? '')

/** The text of every element of that name. */
export const textsOf = (xml: string, name: string): string[] => contentsOf(xml, name).map(unescapeXml)

export const textOf = (xml: string, name: string): string | undefined => textsOf(xml, name)[0]

const unescapeXml = (text: string) =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (decimal) return String.fromCodePoint(Number(decimal))
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return entities[name] ?? whole
    },
  )
