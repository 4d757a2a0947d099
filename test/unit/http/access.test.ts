import type { APIGatewayProxyEvent } from 'aws-lambda'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashAccessKey } from '../../../lib/core/access/access-key.ts'
import { authenticate } from '../../../lib/http/access.ts'
import { readRequest } from '../../../lib/http/read-request.ts'
import type { Account } from '../../../lib/store/accounts.ts'

const key = '3FaZ0kQ9xWm2TtB7cR5vYh1D'
const otherKey = '3FaZ0kQ9xWm2TtB7cR5vYh1E'
const account = { id: '3FaZ0k', accessKeyHash: hashAccessKey(key), paid: true } as unknown as Account
const accounts = { find: async (id: string) => (id === account.id ? account : undefined) }

/** A POST whose body counts how often it is read. */
const post = (headerKey: string | undefined, text: string) => {
  let reads = 0
  const event = {
    httpMethod: 'POST',
    multiValueHeaders: headerKey === undefined ? {} : { 'X-Access-Key': [headerKey] },
    get body() {
      reads++
      return text
    },
  } as unknown as APIGatewayProxyEvent
  return { request: readRequest(event), reads: () => reads }
}

const nowMs = 1_800_000_000_000

const outcomeOf = (headerKey: string | undefined, body: string) =>
  authenticate(post(headerKey, body).request, accounts, nowMs).then(
    ({ account: { id } }) => id,
    (error) => error.code,
  )

test.each([
  ['malformed', 'not-a-key'],
  ['wrong', otherKey],
  ['of no account', 'ZZZZZZkQ9xWm2TtB7cR5vYh1D'.slice(0, 24)],
])('a key in the header that is %s is refused before the body is read', async (_what, headerKey) => {
  const { request, reads } = post(headerKey, `{"access_key":"${key}"}`)
  await expect(authenticate(request, accounts, nowMs)).rejects.toMatchObject({ code: 'invalid_access_key' })
  expect(reads()).toBe(0)
})

test.each([
  ['without a key', '{"url":[{},{}]}', 'missing_access_key'],
  ['with a wrong key', `{"url":[{},{}],"access_key":"${otherKey}"}`, 'invalid_access_key'],
  ['with a key in the wrong place', `{"url":[{},{}],"api_key":"${key}"}`, 'missing_access_key'],
  ['with a key that is no text', '{"url":[{},{}],"access_key":1}', 'missing_access_key'],
  ['with what looks like an escaped name', '{"url":[{},{}],"\\u0061":1}', 'missing_access_key'],
  ['with names that are not JSON', `{"\\u00":1${',"\\url"'.repeat(100)}}`, 'missing_access_key'],
])('a body %s is not parsed', async (_what, body, code) => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  expect(await outcomeOf(undefined, body)).toBe(code)
  expect(parse.mock.calls.filter(([text]) => text.includes('url'))).toEqual([])
})

test.each([
  ['in the header', key, '{}', account.id],
  ['in the body', undefined, `{"access_key":"${key}"}`, account.id],
  ['in both', key, `{"access_key":"${key}"}`, account.id],
  ['in the header, with a body that is not JSON', key, '{', account.id],
  ['in the header, and another one in the body', key, `{"access_key":"${otherKey}"}`, 'invalid_parameter'],
  ['wrong in the body', undefined, `{"access_key":"${otherKey}"}`, 'invalid_access_key'],
  [
    'wrong in a body with another fault',
    undefined,
    `{"a":1,"a":2,"access_key":"${otherKey}"}`,
    'invalid_access_key',
  ],
  ['in a body that is not JSON', undefined, `{"access_key":"${key}"`, account.id],
  ['with escapes', undefined, `{"\\u0061ccess_ke\\u0079" : "\\u0033${key.slice(1)}"}`, account.id],
  ['that follows another one', undefined, `{"access_key":"${otherKey}","access_key":"${key}"}`, account.id],
  ['in an inner object', undefined, `{"headers":{"access_key":"${key}"}}`, 'missing_access_key'],
  ['in a text', undefined, JSON.stringify({ html: `{"access_key":"${key}"}` }), 'missing_access_key'],
  ['in an array', undefined, `[1,"access_key","${key}",{"access_key":"${key}"}]`, 'missing_access_key'],
  ['that is no text', undefined, '{"access_key":["a"]}', 'missing_access_key'],
  ['without an end', undefined, '{"access_key":"a', 'invalid_access_key'],
  ['nowhere', undefined, 'null', 'missing_access_key'],
])('a key %s', async (_where, headerKey, body, outcome) => {
  expect(await outcomeOf(headerKey, body)).toBe(outcome)
})
