import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const sendText = async (text: string) => {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n')
  const [status = ''] = head.split('\r\n')
  return { status, head: head.toLowerCase(), body: JSON.parse(body) }
}

const long = 'x'.repeat(20_000)

test.each([
  [
    'a query string that is too long',
    `GET /v1/screenshot?html=${long} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'JSON body of a POST',
  ],
  [
    'a header that is too long',
    `GET /v1/usage HTTP/1.1\r\nHost: x\r\nCookie: ${long}\r\n\r\n`,
    'headers are too long',
  ],
  [
    'letters outside ASCII in the URL',
    'GET /v1/screenshot?url=https://example.com/\u00dcbersicht HTTP/1.1\r\nHost: x\r\n\r\n',
    'letters outside ASCII',
  ],
  [
    'a space in the URL',
    'GET /v1/screenshot?html=<h1>Hello world</h1> HTTP/1.1\r\nHost: x\r\n\r\n',
    'contains a space',
  ],
  [
    'spaces and letters in the URL',
    'GET /v1/screenshot?url=https://example.com/a b \u00fc HTTP/1.1\r\nHost: x\r\n\r\n',
    'contains a space',
  ],
  ['a space at the end of the URL', 'GET http://x/v1/usage  HTTP/1.1\nHost: x\n\n', 'contains a space'],
  ['an unknown version', 'GET /v1/usage FTP/1.1\r\nHost: x\r\n\r\n', 'not well-formed'],
  ['a request that is not HTTP', 'no HTTP\r\n\r\n', 'not well-formed HTTP'],
  [
    'two lengths',
    'POST /v1/pdf HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'not well-formed',
  ],
  [
    'an expectation',
    'POST /v1/pdf HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: miracles\r\nContent-Length: 0\r\n\r\n',
    'The header `Expect` must be',
  ],
])('a request that the HTTP server itself rejects returns an error body: %s', async (_label, text, words) => {
  const { status, head, body } = await sendText(text)
  expect(status).toBe('HTTP/1.1 400 Bad Request')
  expect(body).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: expect.stringContaining(words),
    code: 'invalid_parameter',
  })
  expect(head).toContain('content-type: application/json')
  expect(head).toContain('x-service-error: invalid_parameter')
  expect(head).toMatch(/x-service-request-id: [0-9a-f-]{36}/)
})
