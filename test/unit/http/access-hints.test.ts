import type { APIGatewayProxyEvent } from 'aws-lambda'
import { expect, test } from 'vitest'
import { MissingAccessKeyError } from '../../../lib/base/errors.ts'
import { authenticate } from '../../../lib/http/access.ts'
import { readRequest } from '../../../lib/http/read-request.ts'

const key = '3FaZ0kQ9xWm2TtB7cR5vYh1D'
const get = { httpMethod: 'GET', multiValueHeaders: {}, body: null }
const post = { httpMethod: 'POST', multiValueHeaders: {}, body: '{"html":"x"}' }
const inQuery = { multiValueQueryStringParameters: { access_key: [key] } }

const challengeOf = async (event: object) => {
  const request = readRequest(event as APIGatewayProxyEvent)
  const error = await authenticate(request, { find: async () => undefined }, 0).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(MissingAccessKeyError)
  expect(error.message).toBe('Invalid access key')
  const challenge = error.headers['WWW-Authenticate']
  expect(challenge).toMatch(
    /^AccessKey realm="stillframe", error="missing_access_key"(, error_description="[^"]+")?$/,
  )
  expect(challenge).toMatch(/^[\x20-\x7e]+$/)
  expect(challenge).not.toContain(key)
  return challenge as string
}

test.each([
  [
    'as a bearer token',
    { ...get, multiValueHeaders: { Authorization: [`Bearer ${key}`] } },
    'instead of Authorization',
  ],
  [
    'in another header, as the edge reports it',
    { ...get, multiValueHeaders: { 'x-stillframe-misplaced-key': ['x-api-key'] } },
    'instead of X-Api-Key',
  ],
  ['in the query string of a POST', { ...post, ...inQuery }, 'instead of the query string'],
  ['in the body of a GET', { ...get, body: `{"access_key":"${key}"}` }, 'instead of the body'],
  ['in a body that is not JSON', { ...post, body: `access_key=${key}` }, 'could not be read'],
  ['under another name', { ...get, multiValueQueryStringParameters: { api_key: [key] } }, 'is access_key'],
  ['as a number', { ...post, body: '{"access_key":1}' }, 'must be a string'],
])('a key %s is ignored, and the challenge names the right place', async (_place, event, words) => {
  expect(await challengeOf(event)).toContain(words)
})

test.each([
  ['GET', get],
  ['POST', post],
])('a %s without any key has no hint', async (_method, event) => {
  expect(await challengeOf(event)).not.toContain('error_description')
})
