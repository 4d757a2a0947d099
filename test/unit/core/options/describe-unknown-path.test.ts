import { describe, expect, test } from 'vitest'
import { describeUnknownPath } from '../../../../lib/core/options/describe-unknown.ts'
import { operations } from '../../../../lib/schema/operations.ts'

const known = Object.values(operations).map(({ path }) => path)

describe('the message for an unknown path', () => {
  test.each([
    ['/v1/screenshots', '/v1/screenshot'],
    ['/v1/screenShot', '/v1/screenshot'],
    ['/screenshot', '/v1/screenshot'],
    ['/v2/pdf', '/v1/pdf'],
  ])('of %s suggests %s', (path, nearest) => {
    expect(describeUnknownPath(path, known)).toContain(`Did you mean ${nearest}?`)
  })

  test.each(['/', '/favicon.ico', '/v1/a-name-that-is-like-none-of-them', `/${'a'.repeat(9000)}`])(
    'of %s suggests nothing',
    (path) => {
      expect(describeUnknownPath(path, known)).not.toContain('Did you mean')
    },
  )

  test('lists each path once, in ASCII', () => {
    const message = describeUnknownPath('/\u00e9', known)
    const listed = message.match(/\/v1\/[\w/{}.]*[\w}]/g) ?? []
    expect([...listed].sort()).toEqual([...new Set(known)].sort())
    expect(message).toMatch(/^[\x20-\x7e]+$/)
  })
})
