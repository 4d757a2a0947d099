import { type Buffer, isUtf8 } from 'node:buffer'
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer'

/** Browsers search beyond the 1,024 bytes of the standard if the head has not ended by then. */
const scannedBytes = 8_192

/**
 * Returns the encoding that an HTML document states: by its byte order mark, the `Content-Type` header, its `<meta>` or its XML
 * declaration, in this order. If it states none, this is UTF-8 or undefined, if it is something else.
 * https://html.spec.whatwg.org/#determining-the-character-encoding
 */
export const detectCharset = (bytes: Buffer, contentType = ''): string | undefined => {
  const sniffer = new Sniffer({
    maxBytes: scannedBytes,
    transportLayerEncodingLabel: charsetIn(contentType),
  })
  sniffer.write(bytes)
  if (sniffer.resultType === ResultType.DEFAULT) return isUtf8(bytes) ? 'utf-8' : undefined
  const encoding = sniffer.encoding.toLowerCase()
  // The standard retired ISO-2022-KR and HZ-GB-2312. No decoder exists for them.
  return encoding === 'replacement' ? 'utf-8' : encoding
}

const charsetIn = (contentType: string): string => {
  const match = /charset\s{0,9}=\s{0,9}(?:"([^"]{0,40})"|'([^']{0,40})'|([^\s;"'>]{1,40}))/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? ''
}
