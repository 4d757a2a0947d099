const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns `<name>text</name>` with the text escaped. */
export const element = (name: string, text: string | number) =>
  `<${name}>${String(text).replace(/[&<>"]/g, (character) => escapes[character] ?? '')}</${name}>`

/** Returns `<name>...</name>` around elements. */
export const wrap = (name: string, elements: readonly string[]) => `<${name}>${elements.join('')}</${name}>`

/** Returns the content of every element of that name. Sufficient for S3's flat documents. */
export const contentsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map((match) => match[1] ?? '')
