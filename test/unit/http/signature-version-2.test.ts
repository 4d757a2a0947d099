import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppError } from '../../../lib/base/errors.ts'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { toSignedContent } from '../../../lib/core/access/signed-content.ts'
import { checkSignature } from '../../../lib/http/check-signature.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import {
  get,
  nowMs,
  off,
  on,
  operation,
  outcome,
  post,
  secretKey,
  sign,
  signatureOf,
} from './signed-events.ts'

const right = signatureOf('a=1&b=2')

const account = { ...on, signatureVersion: 2 } as const

interface Target {
  path: string
  method: string
  id: string
}

const targets = Object.values<Operation>(operations)
  .filter(({ signed }) => signed)
  .flatMap(({ path, methods }) => methods.map((method) => ({ path, method })))

const target: fc.Arbitrary<Target> = fc
  .tuple(fc.constantFrom(...targets), fc.constantFrom('1', '12', '1?a=1', '1\n', '1/webhook', 'é'))
  .map(([row, id]) => ({ ...row, id: row.path.includes('{id}') ? id : '' }))

const isBody = ({ method }: Target) => ['POST', 'PUT', 'PATCH'].includes(method)

const signatureFor = ({ path, method, id }: Target, text: string) => {
  const content = isBody({ path, method, id }) ? Buffer.from(text) : text
  const request = { method, path: path.replace('{id}', encodeURIComponent(id)), content }
  return createSignature(secretKey, toSignedContent(2, request))
}

const outcomeAt = (at: Target, text: string, signature: string) => {
  const query = text === '' ? `signature=${signature}` : `${text}&signature=${signature}`
  const event = isBody(at) ? post(text, [signature], at.method) : { ...get(query), httpMethod: at.method }
  try {
    return checkSignature({ ...event, pathParameters: { id: at.id } }, at, account, nowMs)
  } catch (error) {
    return (error as AppError).code
  }
}

const content = fc.constantFrom('', 'a=1', 'access_key=k', '?a=1', '/webhook?a=1')

test('is accepted for the request it was made for', () => {
  fc.assert(fc.property(target, content, (at, text) => outcomeAt(at, text, signatureFor(at, text)) === true))
})

test('of one operation is never accepted for another, nor for another object', () => {
  fc.assert(
    fc.property(target, target, content, content, (made, used, madeText, usedText) => {
      fc.pre(JSON.stringify([made, madeText]) !== JSON.stringify([used, usedText]))
      expect(outcomeAt(used, usedText, signatureFor(made, madeText))).toBe('invalid_signature')
    }),
    { numRuns: 500 },
  )
})

test('differs from version 1, which an account can refuse, and is accepted on every account', () => {
  expect(outcome(get(sign('a=1')), account)).toBe('invalid_signature')
  const link = `a=1&signature=${createSignature(secretKey, 'GET /v1/screenshot?a=1')}`
  expect(outcome(get(link), account)).toBe('signed')
  expect(outcome(get(link), on)).toBe('signed')
  expect(outcome(get(sign('a=1')), on)).toBe('signed')
  const body = createSignature(secretKey, 'POST /v1/screenshot\n{}')
  expect(outcome(post('{}', [body]), account)).toBe('signed')
  expect(outcome(post('{}', [body]), off)).toBe('signed')
  expect(outcome(post('{}', [signatureOf('{}')]), account)).toBe('invalid_signature')
})

test.each(['links', 'render'] as const)(
  'is accepted for its operation only, with a key of the scope %s',
  (scope) => {
    const signature = createSignature(secretKey, 'GET /v1/screenshot?a=1')
    const link = get(`a=1&signature=${signature}`)
    const key = { ...off, scope }
    expect(outcome(link, key)).toBe('signed')
    for (const path of ['/v1/pdf', '/v1/scrape', '/v1/screencast'])
      expect(() => checkSignature(link, { path }, key, nowMs)).toThrow(`\`GET ${path}?\` and the query`)
  },
)

test('is the only one that a key of the scope links accepts', () => {
  for (const signatureVersion of [1, 2] as const) {
    const key = { ...off, scope: 'links', signatureVersion } as const
    expect(outcome(get(sign('a=1')), key)).toBe('invalid_signature')
  }
})

test.each([
  ['a link', get(`a=1&signature=${right}`), 'HMAC-SHA256 of `GET /v1/screenshot?` and the query string'],
  ['a body', post('{}', [right]), 'HMAC-SHA256 of `POST /v1/screenshot`, a line feed and the bytes'],
])('is described in the error for %s', (_label, event, words) => {
  expect(() => checkSignature(event, operation, account, nowMs)).toThrow(words)
})
