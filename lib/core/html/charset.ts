import { isUtf8 } from 'node:buffer'
import { getEncoding } from 'encoding-sniffer/sniffer'

/** Browsers search beyond the 1,024 bytes of the standard if the head has not ended by then. */
const scannedBytes = 8_192

/** Returns an HTML document as text. Invalid bytes become U+FFFD. */
export const decodeHtml = (bytes: Uint8Array, contentType?: string): string =>
  new TextDecoder(detectCharset(bytes, contentType)).decode(bytes)

/**
 * Returns the encoding of an HTML document: from its byte order mark, the `Content-Type` header, its `<meta>` or its XML
 * declaration, in this order. https://html.spec.whatwg.org/#determining-the-character-encoding
 */
export const detectCharset = (bytes: Uint8Array, contentType = ''): string => {
  const encoding = getEncoding(bytes, {
    maxBytes: scannedBytes,
    transportLayerEncodingLabel: charsetIn(contentType),
    defaultEncoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252',
  }).toLowerCase()
  // The standard retired ISO-2022-KR and HZ-GB-2312. No decoder exists for them.
  return encoding === 'replacement' ? 'utf-8' : encoding
}

const charsetIn = (contentType: string): string => {
  const match = /charset\s{0,9}=\s{0,9}(?:"([^"]{0,40})"|'([^']{0,40})'|([^\s;"'>]{1,40}))/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? ''
}
