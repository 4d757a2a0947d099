import { expect, test } from 'vitest'
import { toCsv } from '../../../web/src/batches/csv.ts'

/** Reads cells as spreadsheets do: quotation marks count at the start of a cell only, and what follows the closing one belongs to it. */
const read = (text: string, separator: string): string[] =>
  [
    ...text.matchAll(
      new RegExp(`(?:"((?:[^"]|"")*)"|(?!"))([^${separator}\r\n]*)(?:[${separator}]|\r?\n|\r|$)`, 'g'),
    ),
  ].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest)

const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const separators = [',', ';', '\t', '|', ':', ' ']
const before = [
  ...[...separators.slice(1), '\n', '\r'].map((separator) => `x${separator}`),
  ...[
    '',
    'x;"',
    'x;""',
    'x; ',
    'x: ',
    'x;\0',
    'x|\u200b"',
    ' ',
    '\t',
    '"',
    'x,y;"";',
    ';;\t',
    'x \u200b',
    'x \u00a0',
  ],
]
const texts = before.flatMap((text) => starts.map((start) => `${text}${start}WEBSERVICE("http://a")&A1;y`))

test.each(separators)('no cell begins like a formula where %j separates columns', (separator) => {
  for (const text of texts) {
    const cells = read(toCsv([['a', text, text]]), separator)
    expect(cells.length).toBeGreaterThan(0)
    for (const cell of cells)
      expect(cell.replace(/^[\s\p{C}]+/u, ''), JSON.stringify(text)).not.toMatch(/^[=+\-@＝＋－＠]/)
  }
})

test('other values stay as they are', () => {
  const texts = ['https://a.example/?x=1&y=a+b', 'a "b", c;d', '52.5,-13.4', 'a - b: c | d', 'e\n\tf']
  const row = [...texts, -1, null, undefined]
  const csv = toCsv([row])
  expect(csv).toBe('https://a.example/?x=1&y=a+b,"a ""b"", c;d","52.5,-13.4",a - b: c | d,"e\n\tf",-1,,\r\n')
  expect(read(csv, ',').slice(0, row.length)).toEqual(row.map((value) => String(value ?? '')))
})

test.each(['\t', '\r', '\0'])('a cell that begins with %j is text', (start) => {
  expect(toCsv([[`${start}x`]]).replace(/^"/, '')[0]).toBe("'")
})
