import { describe, expect, test } from 'vitest'
import { withoutSigning } from '../../../lib/http/check-signature.ts'
import { readRequest } from '../../../lib/http/read-request.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { get, sign } from './signed-events.ts'

describe('the options', () => {
  const optionsOf = (query: string, isSigned: boolean) =>
    withoutSigning(readRequest(get(query)).source(), isSigned, operations.screenshot)

  test('of a signed link exclude its signature and its expiry', () => {
    expect(optionsOf(sign('url=x&access_key=k&expires=1900000000'), true)).toEqual({
      kind: 'query',
      pairs: [['url', 'x']],
    })
  })

  test.each([
    ['expires=1900000000', false, 'signed link'],
    ['expires=tomorrow', true, '`expires` must be'],
    ['expires=1900000000&expires=1900000000', true, '`expires` is given 2 times'],
  ])('%s with a signature: %s is refused', (query, isSigned, words) => {
    expect(() => optionsOf(query, isSigned)).toThrow(words)
  })

  test.each([
    ['signature', 'X-Service-Signature'],
    ['expires', 'signed link'],
  ])('of a body are rejected if they contain %s', (name, words) => {
    const source = { kind: 'body', value: { [name]: 1 } } as const
    expect(() => withoutSigning(source, true, operations.screenshot)).toThrow(words)
  })

  test('of a body may contain the expiry that its operation has', () => {
    const source = { kind: 'body', value: { expires: 1 } } as const
    expect(withoutSigning(source, true, operations.create_key)).toBe(source)
  })

  test('of a body are unchanged', () => {
    const source = { kind: 'body', value: { url: 'x' } } as const
    expect(withoutSigning(source, true, operations.screenshot)).toBe(source)
  })
})
