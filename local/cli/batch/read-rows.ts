import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '../../accounts/usage-error.ts'

/** One page of a batch. */
export interface Row {
  /** The name of its file, without the extension. It depends on nothing but the row, so a batch can be resumed. */
  name: string
  /** Parameters of the operation, as text. */
  parameters: Readonly<Record<string, string>>
}

/**
 * Reads a list of pages: a CSV file whose first line names parameters, one of which is `url`, or one URL on each line. `external_id` names
 * the files.
 * @throws UsageError
 */
export const readRows = async (file: string | undefined): Promise<Row[]> => {
  if (file === undefined) throw new UsageError('Name a CSV file, or - for standard input.')
  const content = file === '-' ? await text(process.stdin) : await read(file)
  const [first = [], ...rest] = parseCsv(content.replace(/^\ufeff/, ''))
  const names = first.map((name) => name.trim())
  if (!names.includes('url')) return toRows([first, ...rest].map(([url = '']) => ({ url: url.trim() })))
  return toRows(
    rest.map((cells) =>
      Object.fromEntries(
        names.flatMap((name, index) => (name && cells[index] ? [[name, cells[index]]] : [])),
      ),
    ),
  )
}

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

const toRows = (all: readonly Record<string, string>[]): Row[] => {
  const counts = new Map<string, number>()
  const rows = all.map((parameters) => {
    const name = toName(parameters['external_id'] ?? parameters['url'] ?? '')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { name: count === 1 ? name : `${name}-${count}`, parameters }
  })
  const wrong = rows.find(({ parameters }) => parameters['url'] === undefined || parameters['url'] === '')
  const ids = all.flatMap(({ external_id: id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new UsageError('Each `external_id` of the list must be unique.')
  if (wrong || rows.length === 0) throw new UsageError('Every row of the list must have a `url`.')
  return rows
}

const nameLengthMax = 80

/** Returns the name of a file that tells what it shows. A long one ends with a hash, because its beginning may not be unique. */
const toName = (given: string): string => {
  const name = given
    .replace(/^https?:\/\//, '')
    .split(/[^\p{L}\p{N}._]/u)
    .filter(Boolean)
    .join('-')
    .replace(/^\.+/, '')
  const hash = createHash('sha256').update(given).digest('hex').slice(0, 8)
  if (name === '') return hash
  return name.length <= nameLengthMax ? name : `${name.slice(0, nameLengthMax)}-${hash}`
}
