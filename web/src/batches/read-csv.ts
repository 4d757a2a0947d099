/** A cell and what ends it, for each character that may separate the columns. A cell in quotes may contain separators, line breaks, and quotes that are doubled. */
const cells = {
  ',': /(?:"((?:[^"]|"")*)"|(?!")([^,\r\n]*))(,|\r?\n|$)/gy,
  ';': /(?:"((?:[^"]|"")*)"|(?!")([^;\r\n]*))(;|\r?\n|$)/gy,
  '\t': /(?:"((?:[^"]|"")*)"|(?!")([^\t\r\n]*))(\t|\r?\n|$)/gy,
} as const

/** Returns the first of the possible separators in the header. */
const separatorOf = (text: string) =>
  (/[,;\t]/.exec(
    text
      .split('\n', 1)
      .join('')
      .replace(/"[^"]*"/g, ''),
  )?.[0] ?? ',') as keyof typeof cells

/** Returns the rows of a text as RFC 4180 describes them. */
const readRows = (text: string): string[][] => {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(cells[separator])) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '') return rows
    if (end !== separator) rows.push([])
  }
  throw new Error(
    `Row ${rows.length} has a quotation mark in the middle of a cell, or one without an end. A cell that contains quotation marks must be in quotes, and each of them doubled.`,
  )
}

export type CsvRow = Readonly<Record<string, string>>

/**
 * Returns the rows of a CSV file, by the names in its first row. Without the name `url` in it, a file of one column is a list of URLs. Empty cells
 * and rows are left out.
 *
 * @throws Error that says what is wrong with the file
 */
export const readCsv = (text: string): CsvRow[] => {
  const rows = readRows(text.replace(/^\ufeff/, '')).filter((row) => row.some((cell) => cell !== ''))
  const [header = [], ...others] = rows
  const isList = rows.every((row) => row.length === 1) && header[0]?.toLowerCase() !== 'url'
  if (isList) return rows.map(([url = '']) => ({ url }))
  const names = header.map((name) => name.toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`The column \`${twice}\` is there twice.`)
  if (names.includes('')) throw new Error('A column has no name. The first row must name all columns.')
  return others.map((row, index) => {
    if (row.length > names.length)
      throw new Error(
        `Row ${index + 2} has ${row.length} cells, and the first row names ${names.length} columns.`,
      )
    return Object.fromEntries(
      row.flatMap((cell, column) => (cell === '' ? [] : [[names[column] ?? '', cell]])),
    )
  })
}
