/** Returns where a text ends, or 0 if it does not. A regular expression would need memory for each of its characters. */
export const endOfText = (object: string, at: number): number => {
  if (object[at] === '<') return object.indexOf('>', at) + 1
  if (object[at] !== '(') return 0
  let end = at + 1
  while (end < object.length && object[end] !== ')') end += object[end] === '\\' ? 2 : 1
  return end < object.length ? end + 1 : 0
}

/** UTF-16 with its byte order mark (ISO 32000-1, 7.9.2.2). */
export const toTextString = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`

/** Reads a text that Skia has written: UTF-16 in hexadecimal, or ASCII with escapes. */
export const readTextString = (written: string): string =>
  written.startsWith('<FEFF')
    ? Buffer.from(written.slice('<FEFF'.length, -1), 'hex').swap16().toString('utf16le')
    : written
        .slice(1, -1)
        .replaceAll(/\\([0-7]{3}|.)/gs, (_, code: string) =>
          /^\d{3}$/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : code,
        )
