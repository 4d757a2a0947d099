import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` random characters of base62, without modulo bias: bytes from 248 = 4 × 62 up are dropped. */
export const randomBase62 = (length: number): string => {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248) text += alphabet[byte % 62]
  }
  return text.slice(0, length)
}
