import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { decideAddresses, decideHost } from '../../../../lib/core/network/address-policy.ts'
import { toProgressLine } from '../../../../local/cli/batch/progress.ts'
import { parseCsv, readRows } from '../../../../local/cli/batch/read-rows.ts'
import { withFormatOf } from '../../../../local/cli/made-files.ts'
import { toEgressPolicy } from '../../../../local/cli/render-here.ts'
import { readSource } from '../../../../local/cli/source.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const folder = temporaryFolder(afterAll)
const page = join(folder, 'page.html')
writeFileSync(page, '<p>One')

test.each([
  [page, { html: '<p>One' }],
  ['https://example.com/index.html', { url: 'https://example.com/index.html' }],
  ['example.com', { url: 'https://example.com' }],
  ['example.com:8443/?a=b', { url: 'https://example.com:8443/?a=b' }],
  ['localhost:8080/a.html', { url: 'http://localhost:8080/a.html' }],
  ['[::1]:3000', { url: 'http://[::1]:3000' }],
  ['münchen.de', { url: 'https://münchen.de' }],
])('%s is a page', async (source, expected) => {
  expect(await readSource(source)).toEqual(expected)
})

test.each(['missing.html', '../a/b.html', '/tmp/missing.htm', 'page', folder])(
  '%s is no page',
  async (source) => {
    await expect(readSource(source)).rejects.toThrow(`There is no file ${source}.`)
  },
)

const decide = (url: string, host: string, port: number, addresses: string[] = [], env = {}) => {
  const policy = toEgressPolicy(url, env)
  const decision =
    addresses.length > 0 ? decideAddresses(host, port, addresses, policy) : decideHost(host, port, policy)
  return decision.allowed
}

test.each([
  ['the port that is named', 'http://localhost:8080/', 'localhost', 8080, [], true],
  ['the address behind localhost', 'http://localhost:8080/', '127.0.0.1', 8080, [], true],
  ['another port', 'http://localhost:8080/', 'localhost', 8081, [], false],
  ['a public name', 'https://a.example/', 'a.example', 443, ['93.184.215.14'], true],
  ['a public name with a private address', 'https://a.example/', 'a.example', 443, ['10.0.0.1'], false],
  ['one of several addresses', 'https://a.example/', 'a.example', 443, ['93.184.215.14', '127.0.0.1'], false],
  ['metadata of a cloud', 'http://169.254.169.254/', '169.254.169.254', 80, [], false],
  ['a name without a dot', 'http://intranet/', 'intranet', 80, ['10.0.0.1'], false],
])('of a page here, %s', (_, url, host, port, addresses, isAllowed) => {
  expect(decide(url, host, port, addresses)).toBe(isAllowed)
})

test('EGRESS_ALLOW adds hosts of the network', () => {
  expect(decide('http://intranet/', 'intranet', 80, ['10.0.0.1'], { EGRESS_ALLOW: 'intranet' })).toBe(true)
})

test.each([
  ['x.PNG', { format: 'png' }],
  ['x', {}],
  [undefined, {}],
])('%s chooses a format', (file, expected) => {
  expect(withFormatOf(file, 'screenshot', {})).toEqual(expected)
})

test('an extension that is no format is an error, unless the format is named', () => {
  expect(() => withFormatOf('x.bmp', 'screenshot', {})).toThrow(
    '-o x.bmp ends with .bmp. Take a screenshot writes jpeg, jpg, png',
  )
  expect(() => withFormatOf('x.png', 'pdf', {})).toThrow('Create a PDF writes pdf.')
  expect(withFormatOf('x.pdf', 'pdf', {})).toEqual({})
  expect(withFormatOf('x.bmp', 'screenshot', { format: 'png' })).toEqual({ format: 'png' })
  expect(withFormatOf('folder.v2', 'snapshot', {})).toEqual({})
})

test.each([
  [
    'a,b\r\n1,"x, ""y"""\r\n',
    [
      ['a', 'b'],
      ['1', 'x, "y"'],
    ],
  ],
  ['"two\nlines",2', [['two\nlines', '2']]],
  ['a\n\n,\nb', [['a'], ['b']]],
  ['', []],
])('%j is CSV', (text, expected) => {
  expect(parseCsv(text)).toEqual(expected)
})

const rowsOf = (text: string) => {
  const file = join(folder, 'list.csv')
  writeFileSync(file, text)
  return readRows(file)
}

test('a list has URLs, or parameters by name, and each row its file', async () => {
  expect(
    await rowsOf(
      'https://a.example/x\r\n"a.example/x"\n\n  https://b.example/?q=1,2&r="3"  \nlocalhost:80\n',
    ),
  ).toEqual([
    { name: 'a.example-x', parameters: { url: 'https://a.example/x' } },
    {
      name: expect.stringMatching(/^b\.example-q-1-2-r-3-[0-9a-f]{8}$/),
      parameters: { url: 'https://b.example/?q=1,2&r="3"' },
    },
    {
      name: expect.stringMatching(/^localhost-80-[0-9a-f]{8}$/),
      parameters: { url: 'http://localhost:80' },
    },
  ])
  expect(await rowsOf('\ufefffull_page,URL,External_ID\ntrue,https://a.example,home\n,b.example,\n')).toEqual(
    [
      { name: 'home', parameters: { full_page: 'true', url: 'https://a.example', external_id: 'home' } },
      { name: 'b.example', parameters: { url: 'https://b.example' } },
    ],
  )
  const [long] = await rowsOf(`https://a.example/${'x'.repeat(200)}`)
  expect(long?.name).toMatch(/^a\.example-x{70}-[0-9a-f]{8}$/)
  await expect(rowsOf('url,external_id\nhttps://a.example,one\nhttps://b.example,one')).rejects.toThrow(
    'unique',
  )
  await expect(rowsOf('page,title\nhttps://a.example,One')).rejects.toThrow('page,title is no URL.')
  await expect(rowsOf('url,full_page\n,true')).rejects.toThrow('Every row')
  await expect(rowsOf('')).rejects.toThrow('Every row')
  await expect(readRows('/missing.csv')).rejects.toThrow('There is no file /missing.csv.')
})

test('the file of a row has the same name whatever the other rows are, and no other row has it', async () => {
  const rows = [
    'https://a.example/x,,',
    'http://a.example/x,,',
    'https://a.example/x/,,',
    'https://a.example/X,,',
    'https://a.example/x-2,,',
    'https://a.example/x/2,,',
    'https://a.example/x?2,,',
    'https://a.example/x,60,',
    'https://a.example/x,61,',
    'https://a.example/x,60,a b',
    'https://a.example/x,60,a-b',
    'https://a.example/x,60,A',
  ]
  const header = 'url,viewport_width,external_id\n'
  const together = await rowsOf(header + rows.join('\n'))
  expect(new Set(together.map(({ name }) => name.toLowerCase())).size).toBe(rows.length)
  for (const [index, row] of rows.entries()) expect(await rowsOf(header + row)).toEqual([together[index]])
  expect(together.map(({ name }) => name)).toEqual(expect.arrayContaining(['a.example-x', 'a-b', 'A']))
  await expect(rowsOf(`${header}https://a.example/x,,\nhttps://b.example,,a.example-x`)).rejects.toThrow(
    'unique',
  )
})

test('the progress of a batch is one line', () => {
  expect(toProgressLine({ total: 10, done: 4, failed: 1 })).toBe(
    `${'█'.repeat(15)}${'░'.repeat(15)} 5/10, 1 failed`,
  )
})
