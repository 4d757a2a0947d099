import { expect, test } from 'vitest'
import { readCsv } from '../../../web/src/batches/read-csv.ts'

test.each<[name: string, csv: string, rows: object[]]>([
  [
    'has the names of its first row',
    'url,External_ID\na,1\nb,2',
    [
      { url: 'a', external_id: '1' },
      { url: 'b', external_id: '2' },
    ],
  ],
  ['may end with a line break', 'url\r\na\r\nb\r\n', [{ url: 'a' }, { url: 'b' }]],
  [
    'may have semicolons',
    'url;delay\nhttps://a.test/?x=1,2;3',
    [{ url: 'https://a.test/?x=1,2', delay: '3' }],
  ],
  ['may have tabs', 'url\tdelay\na\t3', [{ url: 'a', delay: '3' }]],
  ['may have a mark of its byte order', '\ufeffurl,delay\na,3', [{ url: 'a', delay: '3' }]],
  [
    'may have quotes, separators and line breaks in quotes',
    '"url","html"\n,"<p class=""a"">, b\nc"\n',
    [{ html: '<p class="a">, b\nc' }],
  ],
  ['leaves out empty cells and rows', 'url,delay\n\na,\n,\n', [{ url: 'a' }]],
  [
    'of one column without a name is a list of URLs',
    'https://a.test/\nhttps://a.test/?a=1',
    [{ url: 'https://a.test/' }, { url: 'https://a.test/?a=1' }],
  ],
  ['may be shorter in a row', 'url,delay,format\na,3', [{ url: 'a', delay: '3' }]],
  ['may have quotes inside of a cell without', 'url,html\na,b "c"', [{ url: 'a', html: 'b "c"' }]],
  ['may be empty', '', []],
])('a CSV file %s', (_name, csv, rows) => {
  expect(readCsv(csv)).toEqual(rows)
})

test.each([
  ['url,delay\na,1,2', 'Row 2 has 3 cells, and the first row names 2 columns.'],
  ['url,url\na,b', 'The column `url` is there twice.'],
  ['url,\na,b', 'A column has no name.'],
  ['url,html\na,"b', 'Row 2 has a quotation mark'],
  ['url,html\na,"b"c', 'Row 2 has a quotation mark'],
])('the CSV file %j is refused', (csv, message) => {
  expect(() => readCsv(csv)).toThrow(message)
})
