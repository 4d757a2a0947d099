import { inflateSync } from 'node:zlib'
import { InternalError } from '../../../base/errors.ts'

/** A document that Skia has written: its table of objects and its trailer are not compressed. */
export interface PdfFile {
  body: Buffer
  /** Numbers of the catalog and of the information dictionary, and the place of the table. */
  root: number
  info: number
  size: number
  tableAt: number
}

/** The trailer has a few short entries. */
const trailerBytes = 500

/** @throws InternalError for a document of another form */
export const openPdf = (body: Buffer): PdfFile => {
  const end = body.toString('latin1', Math.max(0, body.length - trailerBytes))
  const trailer = end.slice(end.lastIndexOf('trailer'))
  return {
    body,
    size: numberIn(trailer, /\/Size (\d{1,10})/),
    root: numberIn(trailer, /\/Root (\d{1,10}) 0 R/),
    info: numberIn(trailer, /\/Info (\d{1,10}) 0 R/),
    tableAt: numberIn(trailer, /startxref\n(\d{1,10})\n%%EOF/),
  }
}

/** @throws InternalError if nothing matches */
export const numberIn = (text: string, pattern: RegExp): number => {
  const value = pattern.exec(text)?.[1]
  if (value === undefined) throw notReadable(`no ${pattern}`)
  return Number(value)
}

export const notReadable = (what: string) =>
  new InternalError('The document could not be completed. Send the request again.', {
    cause: new Error(what),
  })

/** Every entry of the table has 20 bytes (ISO 32000-1, 7.5.4). */
const entryBytes = 20

const tableHead = /^(xref\s+0 \d{1,10}\s+)\d{10} /

const offsetOf = ({ body, tableAt }: PdfFile, number: number): number => {
  const head = tableHead.exec(body.toString('latin1', tableAt, tableAt + 40))?.[1]
  if (head === undefined) throw notReadable('no table')
  const entryAt = tableAt + head.length + number * entryBytes
  return numberIn(body.toString('latin1', entryAt, entryAt + entryBytes), /^(\d{10}) 00000 n/)
}

const objectEnd = '>>\nendobj'

/**
 * Returns the entries of a dictionary object, without the brackets around them.
 *
 * @throws InternalError if the object is no dictionary
 */
export const readEntries = (file: PdfFile, number: number): string => {
  const at = offsetOf(file, number)
  const object = file.body.toString('latin1', at, file.body.indexOf(objectEnd, at))
  const head = `${number} 0 obj\n<<`
  if (!object.startsWith(head)) throw notReadable('no dictionary')
  return object.slice(head.length)
}

/** Returns the inflated bytes of a stream object. */
export const readStream = (file: PdfFile, number: number): Buffer => {
  const at = offsetOf(file, number)
  const dataAt = file.body.indexOf('stream\n', at) + 'stream\n'.length
  const head = file.body.toString('latin1', at, dataAt)
  const data = file.body.subarray(dataAt, dataAt + numberIn(head, /\/Length (\d{1,10})/))
  return head.includes('/FlateDecode') ? inflateSync(data) : data
}

/** Returns the numbers of the page objects, in the order of the pages. */
export const pagesOf = (file: PdfFile): number[] => {
  const pagesIn = (number: number): number[] => {
    const entries = readEntries(file, number)
    if (!entries.startsWith('/Type /Pages\n')) return [number]
    const kids = entries.slice(entries.indexOf('['), entries.indexOf(']'))
    return [...kids.matchAll(/(\d{1,10}) 0 R/g)].flatMap(([, kid]) => pagesIn(Number(kid)))
  }
  return pagesIn(numberIn(readEntries(file, file.root), /\/Pages (\d{1,10}) 0 R/))
}

/**
 * Returns the document with other entries of these dictionary objects: an incremental update (ISO 32000-1, 7.5.6), which appends the
 * objects under their own numbers and a table with their new places. Everything else stays byte for byte.
 */
export const updateObjects = (file: PdfFile, changed: ReadonlyMap<number, string>): Buffer => {
  const { body, size, root, info, tableAt } = file
  const objects: Buffer[] = [Buffer.from('\n')]
  const table = ['xref']
  let at = body.length + 1
  for (const [number, entries] of changed) {
    const object = Buffer.from(`${number} 0 obj\n<<${entries}${objectEnd}\n`, 'latin1')
    table.push(`${number} 1`, `${String(at).padStart(10, '0')} 00000 n `)
    objects.push(object)
    at += object.length
  }
  const trailer = `trailer\n<</Size ${size} /Root ${root} 0 R /Info ${info} 0 R /Prev ${tableAt}>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([body, ...objects, Buffer.from(`${table.join('\n')}\n${trailer}`)])
}
