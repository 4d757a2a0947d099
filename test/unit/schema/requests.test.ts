import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { readCursor, toCursor } from '../../../lib/schema/requests.ts'

const id = '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3'

describe('cursors', () => {
  test('a cursor decodes to its id, and does not show it', () => {
    expect(readCursor(toCursor(id))).toBe(id)
    expect(toCursor(id)).not.toContain('0198')
    expect(toCursor(id)).toMatch(/^[\w-]+$/)
  })

  test.each([
    ['', 'nothing'],
    ['?', 'characters of no base64'],
    [id, 'an id'],
    [`${toCursor(id)}=`, 'padding'],
    [toCursor('a'.repeat(65)), 'too much'],
    [toCursor('{"id":1}'), 'something else inside'],
    [toCursor(''), 'nothing inside'],
  ])('%j is not a cursor: %s', (cursor) => {
    expect(readCursor(cursor)).toBeUndefined()
  })
})

describe('parameters of the list', () => {
  const read = (query: string) =>
    readOptions(operations.list_requests, { kind: 'query', pairs: [...new URLSearchParams(query)] })

  test.each([
    ['to=1893456000000', /`to`.*integer of at most 253402300799/],
    ['from=2&to=2', /`from` must be earlier than `to`/],
    ['cursor=abc', /`cursor` is "abc"\. It must be the `cursor` of an earlier response/],
  ])('%s is refused', (query, message) => {
    expect(() => read(query)).toThrow(message)
  })
})
