/**
 * The name of the encoding of an HTML document, as `TextDecoder` takes it: byte order mark, then the header, then what
 * the document says of itself. https://html.spec.whatwg.org/#determining-the-character-encoding
 */
export const detectCharset = (bytes: Uint8Array, contentType = ''): string =>
  readByteOrderMark(bytes) ??
  known(charsetIn(contentType)) ??
  readMeta(bytes) ??
  (isUtf8(bytes) ? 'utf-8' : 'windows-1252')

/** The document as text; bytes that mean nothing become U+FFFD. */
export const decodeHtml = (bytes: Uint8Array, contentType?: string): string =>
  new TextDecoder(detectCharset(bytes, contentType)).decode(bytes)

const readByteOrderMark = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

const charsetIn = (text: string): string | undefined => {
  const match = /charset\s{0,9}=\s{0,9}(?:"([^"]{0,40})"|'([^']{0,40})'|([^\s;"'>]{1,40}))/i.exec(text)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

/** The decoder's own name for a label, undefined for one that it does not know. */
const known = (label: string | undefined): string | undefined => {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** Where browsers look; they read on in a head that has not ended, so this is more than the standard's 1,024. */
const scannedBytes = 8_192

const readMeta = (bytes: Uint8Array): string | undefined => {
  const start = Buffer.from(bytes.subarray(0, scannedBytes)).toString('latin1')
  const tags = start.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<meta[\s/][^>]*>/gi)
  for (const [tag] of tags) {
    const isContentType = /http-equiv\s{0,9}=\s{0,9}["']?content-type\b/i.test(tag)
    const isDirect = /[\s/"']charset\s{0,9}=/i.test(tag) && !/\bcontent\s{0,9}=/i.test(tag)
    const charset = isContentType || isDirect ? known(charsetIn(tag)) : undefined
    // It could not have been read as ASCII then.
    if (charset?.startsWith('utf-16')) return 'utf-8'
    if (charset !== undefined) return charset
  }
  return undefined
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
