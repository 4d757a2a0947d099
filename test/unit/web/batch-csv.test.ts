import { expect, test } from 'vitest'
import { toCsv } from '../../../web/src/batches/csv.ts'

/** Reads cells as spreadsheets do: quotation marks count at the start of a cell only, and what follows the closing one belongs to it. */
const read = (text: string, separator: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(`(?:"((?:[^"]|"")*)"|(?!"))([^${separator}\r\n]*)(?:${separator}|\r?\n|\r|$)`, 'g'),
    ),
  ].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)

const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const before = ['', 'x;', 'x\t', 'x\n', 'x\r', 'x;"', 'x;""', 'x; ', ' ', '\t', '"', 'x,y;"";', ';;\t']
const texts = before.flatMap((text) => starts.map((start) => `${text}${start}WEBSERVICE("http://a")&A1;y`))

test.each([',', ';', '\t'])('no cell begins like a formula where %j separates columns', (separator) => {
  for (const text of texts) {
    const cells = read(toCsv([['a', text, text]]), separator)
    expect(cells.length).toBeGreaterThan(0)
    for (const cell of cells) expect(cell.trim(), JSON.stringify(text)).not.toMatch(/^[=+\-@＝＋－＠]/)
  }
})

test('other values stay as they are', () => {
  const row = ['https://a.example/?x=1&y=a+b', 'a "b", c;d', -1, null, undefined, '52.5,-13.4']
  const csv = toCsv([row])
  expect(csv).toBe('https://a.example/?x=1&y=a+b,"a ""b"", c;d",-1,,,"52.5,-13.4"\r\n')
  expect(read(csv, ',').slice(0, 6)).toEqual(row.map((value) => String(value ?? '')))
})
