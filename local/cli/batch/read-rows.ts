import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../accounts/usage-error.ts'
import { toUrl } from '../source.ts'

/** One page of a batch. */
export interface Row {
  /** The name of its file, without the extension. It depends on nothing but the row, so a batch can be resumed. */
  name: string
  parameters: Parameters
}

/** Parameters of the operation, as text. */
type Parameters = Readonly<Record<string, string>>

/**
 * Reads a list of pages: a CSV file whose first line names parameters, one of which is `url`, or one URL on each line. `external_id` names
 * the files. A row that occurs twice is one page.
 * @throws UsageError
 */
export const readRows = async (file: string | undefined): Promise<Row[]> => {
  if (file === undefined) throw new UsageError('Name a CSV file, or - for standard input.')
  const content = file === '-' ? await text(process.stdin) : await read(file)
  const list = content.replace(/^\ufeff/, '')
  const [first = [], ...rest] = parseCsv(list)
  const names = first.map((name) => name.trim().toLowerCase())
  if (!names.includes('url')) return toRows(toUrls(list))
  return toRows(
    rest.map((cells) =>
      Object.fromEntries(
        names.flatMap((name, index) => (name && cells[index] ? [[name, cells[index]]] : [])),
      ),
    ),
  )
}

/** Returns the URL of each line, which may contain commas and be between quotation marks. */
const toUrls = (list: string) =>
  list
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean)
    .map((url) => ({ url }))

const read = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file}: ${error.message}`)
  })

/** Returns the cells of each line that has one (RFC 4180). */
export const parseCsv = (content: string): string[][] => {
  const lines: string[][] = [['']]
  const add = (text: string, ...next: string[]) => {
    const cells = lines.at(-1) ?? []
    cells.push((cells.pop() ?? '') + text, ...next)
  }
  const addPlain = (text: string) => {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) lines.push([''])
      const [first = '', ...next] = line.split(',')
      add(first, ...next)
    }
  }
  const parts = content.split('"')
  for (const [index, part] of parts.entries()) {
    // Every second part is between quotation marks. Between two of those, nothing stands for a quotation mark.
    if (index % 2 === 1) add(part)
    else if (part === '' && index > 0 && index < parts.length - 1) add('"')
    else addPlain(part)
  }
  return lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
}

const toRows = (all: readonly Parameters[]): Row[] => {
  if (all.length === 0) throw new UsageError('Every row of the list must have a `url`.')
  const rows = new Map<string, Row>()
  for (const given of all) {
    const parameters = { ...given, url: readUrl(given['url']) }
    const name = toName(parameters)
    // Some file systems do not tell capitals from other letters.
    const known = rows.get(name.toLowerCase())
    if (known && !isDeepStrictEqual(known.parameters, parameters))
      throw new UsageError(
        `Each \`external_id\` of the list must be unique, also as the name of a file: ${known.name} and ${name}.`,
      )
    rows.set(name.toLowerCase(), { name, parameters })
  }
  return [...rows.values()]
}

const readUrl = (given = ''): string => {
  if (given.trim() === '') throw new UsageError('Every row of the list must have a `url`.')
  const url = toUrl(given.trim())
  if (url !== undefined) return url
  throw new UsageError(
    `${given} is no URL. A list has one on each line, or is a CSV file whose first line names \`url\` and other parameters.`,
  )
}

const nameLengthMax = 80

/** What is a name of a file as it is. */
const plain = { id: /^\w[\w.-]*$/, url: /^https:\/\/[a-z0-9][a-z0-9._]*(\/[a-z0-9._]+)*$/ }

/**
 * Returns the name of a file that tells what it shows. Whatever the other rows are, no two of them have the same one: where its words do not
 * tell everything of the row, it ends with a hash.
 */
const toName = (parameters: Parameters): string => {
  const { external_id: id, ...own } = parameters
  const given = id ?? own['url'] ?? ''
  const isPlain =
    id === undefined ? Object.keys(own).length === 1 && plain.url.test(given) : plain.id.test(id)
  const words = given
    .replace(/^https?:\/\//, '')
    .split(/[^\p{L}\p{N}._]/u)
    .filter(Boolean)
    .join('-')
    .replace(/^\.+/, '')
  const name = isPlain && id !== undefined ? id : words
  if (isPlain && name.length <= nameLengthMax) return name
  const told = id ?? JSON.stringify(Object.entries(own).sort())
  const hash = createHash('sha256').update(told).digest('hex').slice(0, 8)
  return [name.slice(0, nameLengthMax), hash].filter(Boolean).join('-')
}
