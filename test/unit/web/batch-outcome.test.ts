import { expect, test } from 'vitest'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { filesOf, toOutcomeCsv } from '../../../web/src/batches/outcome.ts'

const request = (changed: Partial<RequestView>) =>
  ({
    id: 'id-1',
    status: 'done',
    url: 'https://example.com/a/ü?x=1',
    external_id: null,
    error: null,
    page_status: 200,
    duration_ms: 1200,
    bytes: 5,
    file: 'https://files.example/cache/abc.png',
    expires: 1_893_456_000,
    outputs: null,
    ...changed,
  }) as RequestView

test('the name of a file has its place and its page, and is safe', () => {
  const nameOf = (changed: Partial<RequestView>) => filesOf(request(changed), 4).map(({ name }) => name)
  expect(nameOf({})).toEqual(['00005-example.com-a-ü-x-1.png'])
  expect(nameOf({ external_id: '../../etc/passwd' })).toEqual(['00005-etc-passwd.png'])
  expect(nameOf({ url: null })).toEqual(['00005-html.png'])
  expect(nameOf({ file: null })).toEqual([])
  const pdf = { file: 'https://files.example/cache/b.pdf', content_type: 'application/pdf', bytes: 7 }
  const outputs = { pdf: { ...pdf, width: null, height: null, pages: 1 } }
  expect(nameOf({ outputs, external_id: 'x', file: 'https://files.example/cache/a.json' })).toEqual([
    '00005-x.json',
    '00005-x/pdf.pdf',
  ])
})

test('the table has a row for each request, and runs no formula', () => {
  const failed = { status: 'failed', file: null, bytes: null, expires: null, page_status: null } as const
  const csv = toOutcomeCsv([
    request({}),
    request({
      ...failed,
      id: 'id-2',
      external_id: '=1+1',
      error: { code: 'page_timeout', message: 'Too "slow", by far.' },
    }),
  ])
  expect(csv.split('\r\n')).toEqual([
    'url,external_id,status,error,message,page_status,duration_ms,bytes,name,file,expires,id',
    'https://example.com/a/ü?x=1,,done,,,200,1200,5,00001-example.com-a-ü-x-1.png,https://files.example/cache/abc.png,2030-01-01T00:00:00.000Z,id-1',
    `https://example.com/a/ü?x=1,'=1+1,failed,page_timeout,"Too ""slow"", by far.",,1200,,,,,id-2`,
    '',
  ])
})
