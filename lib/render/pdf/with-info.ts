import type { DocumentInfo } from '../../core/plan/render-plan.ts'
import { InternalError } from '../../errors.ts'

const keys: Record<keyof DocumentInfo, string> = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
}

/**
 * Returns the document with these entries in its information dictionary: an incremental update (ISO 32000-1, 7.5.6), which appends the
 * dictionary under its own number and a table with its new place. Everything else stays byte for byte, so outline, tags and links do too,
 * and a document of any size takes as long. Reads only what Skia writes: a table and a trailer that are not compressed.
 *
 * @throws InternalError for a document of another form
 */
export const withInfo = (body: Buffer, info: DocumentInfo): Buffer => {
  const { size, root, number, tableAt } = readTrailer(body)
  const entries = readDictionary(body, offsetOf(body, tableAt, number), number)
  for (const [key, name] of Object.entries(keys)) {
    const text = info[key as keyof DocumentInfo]
    if (text !== undefined) entries.set(name, toTextString(text))
  }
  const dictionary = [...entries].map(([name, value]) => `/${name} ${value}`).join('\n')
  const object = `\n${number} 0 obj\n<<${dictionary}>>\nendobj\n`
  const place = String(body.length + 1).padStart(10, '0')
  const update = [
    `${object}xref`,
    `${number} 1`,
    `${place} 00000 n `,
    'trailer',
    `<</Size ${size} /Root ${root} /Info ${number} 0 R /Prev ${tableAt}>>`,
    'startxref',
    body.length + object.length,
    '%%EOF\n',
  ].join('\n')
  return Buffer.concat([body, Buffer.from(update, 'latin1')])
}

/** The trailer has a few short entries. */
const trailerBytes = 500

const readTrailer = (body: Buffer) => {
  const end = body.toString('latin1', Math.max(0, body.length - trailerBytes))
  const trailer = end.slice(end.lastIndexOf('trailer'))
  return {
    size: matchIn(trailer, /\/Size (\d{1,10})/),
    root: matchIn(trailer, /\/Root (\d{1,10} 0 R)/),
    number: Number(matchIn(trailer, /\/Info (\d{1,10}) 0 R/)),
    tableAt: Number(matchIn(trailer, /startxref\n(\d{1,10})\n%%EOF/)),
  }
}

const matchIn = (text: string, pattern: RegExp): string => {
  const value = pattern.exec(text)?.[1]
  if (value === undefined) throw notReadable(`no ${pattern}`)
  return value
}

const notReadable = (what: string) =>
  new InternalError('The properties of the document could not be written. Send the request again.', {
    cause: new Error(what),
  })

/** Every entry of the table has 20 bytes (ISO 32000-1, 7.5.4). */
const entryBytes = 20

const offsetOf = (body: Buffer, tableAt: number, number: number): number => {
  const head = matchIn(body.toString('latin1', tableAt, tableAt + 40), /^(xref\s+0 \d+\s+)\d{10} /)
  const entryAt = tableAt + head.length + number * entryBytes
  return Number(matchIn(body.toString('latin1', entryAt, entryAt + entryBytes), /^(\d{10}) 00000 n/))
}

/**
 * Reads the entries of a dictionary, which are texts: literals, in which Skia escapes parentheses and line ends, or hexadecimal. A page
 * chooses its title, so it may contain anything else, and have megabytes.
 */
const readDictionary = (body: Buffer, at: number, number: number): Map<string, string> => {
  const object = body.toString('latin1', at, body.indexOf('>>\nendobj', at))
  const entries = new Map<string, string>()
  const head = `${number} 0 obj\n<<`
  if (!object.startsWith(head)) throw notReadable('no dictionary')
  for (let end = head.length; end < object.length; ) {
    entryStart.lastIndex = end
    const [start, name = ''] = entryStart.exec(object) ?? []
    const valueAt = end + (start?.length ?? 0)
    end = endOfText(object, valueAt)
    if (start === undefined || end === 0) throw notReadable('an entry of the dictionary is not text')
    entries.set(name, object.slice(valueAt, end))
  }
  return entries
}

const entryStart = /\s*\/(\w+)\s*/y

/** Returns where a text ends, or 0 if it does not. A regular expression would need memory for each of its characters. */
const endOfText = (object: string, at: number): number => {
  if (object[at] === '<') return object.indexOf('>', at) + 1
  if (object[at] !== '(') return 0
  let end = at + 1
  while (end < object.length && object[end] !== ')') end += object[end] === '\\' ? 2 : 1
  return end < object.length ? end + 1 : 0
}

/** UTF-16 with its byte order mark (ISO 32000-1, 7.9.2.2). */
const toTextString = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
