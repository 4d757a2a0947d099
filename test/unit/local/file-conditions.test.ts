import { describe, expect, test } from 'vitest'
import { decideFile } from '../../../local/file-conditions.ts'

const file = { etag: '"abcd"', modifiedMs: Date.UTC(2026, 10, 20, 12, 0, 0, 500), bytes: 10 }
const same = 'Fri, 20 Nov 2026 12:00:00 GMT'
const earlier = 'Fri, 20 Nov 2026 11:59:59 GMT'
const whole = { status: 200 }
const part = (start: number, end: number) => ({ status: 206, start, end })

test.each([
  [{ 'if-none-match': '"abcd"' }, { status: 304 }],
  [{ 'if-none-match': 'W/"abcd"' }, { status: 304 }],
  [{ 'if-none-match': '"x", W/"abcd" , "y"' }, { status: 304 }],
  [{ 'if-none-match': '*' }, { status: 304 }],
  [{ 'if-none-match': '"other"', 'if-modified-since': same }, whole],
  [{ 'if-modified-since': same }, { status: 304 }],
  [{ 'if-modified-since': 'Friday, 20-Nov-26 12:00:00 GMT' }, { status: 304 }],
  [{ 'if-modified-since': earlier }, whole],
  [{ 'if-modified-since': 'yesterday' }, whole],
  [{ 'if-match': '"abcd"' }, whole],
  [{ 'if-match': 'W/"abcd"' }, { status: 412 }],
  [{ 'if-match': '"other"' }, { status: 412 }],
  [{ 'if-unmodified-since': earlier }, { status: 412 }],
  [{ 'if-none-match': '"abcd"', range: 'bytes=0-1' }, { status: 304 }],
])('the conditions of a request: %j', (headers, decision) => {
  expect(decideFile(headers, file)).toEqual(decision)
})

describe('ranges', () => {
  test.each([
    ['bytes=0-3', part(0, 3)],
    ['bytes=5-', part(5, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-30', part(0, 9)],
    ['Bytes=0-0', part(0, 0)],
    ['bytes=5-2', whole],
    ['bytes=0-1,3-4', whole],
    ['lines=0-1', whole],
    ['bytes=10-', { status: 416 }],
    ['bytes=-0', { status: 416 }],
  ])('%s', (range, decision) => {
    expect(decideFile({ range }, file)).toEqual(decision)
  })

  test.each([
    ['"abcd"', part(0, 3)],
    [same, part(0, 3)],
    ['"other"', whole],
    ['W/"abcd"', whole],
    [earlier, whole],
  ])('with If-Range %s', (condition, decision) => {
    expect(decideFile({ range: 'bytes=0-3', 'if-range': condition }, file)).toEqual(decision)
  })
})
