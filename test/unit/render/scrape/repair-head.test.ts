import { expect, test } from 'vitest'
import { createHeadRepair } from '../../../../lib/render/outputs/scrape/repair-head.ts'

const repaired = async (parts: readonly (string | Buffer)[]) => {
  const repair = createHeadRepair()
  const output = repair.toArray()
  for (const part of parts) repair.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  repair.end()
  return Buffer.concat(await output).toString('latin1')
}

const head = 'HTTP/2 200\nA : 1\n folded\r\nno header\nContent-Length: x\nB: \x01\xc3\xbc\x7f\n\n'
const correctedHead = 'HTTP/1.0 200 \r\nA: 1 folded\r\nB: \xc3\xbc\r\n\r\n'

test('the heads of a response are rewritten, and its body is left unchanged', async () => {
  const body = '\n\nHTTP/1.1 404\n\n\x00\xff'
  expect(await repaired([head + body])).toBe(correctedHead + body)
  expect(await repaired([...(head + body)])).toBe(correctedHead + body)
  expect(await repaired(['\r\n\r\nhttp/1.1 100\n\nxHTTP/1.1 204 no\n\n', 'body'])).toBe(
    'HTTP/1.1 100 \r\n\r\nHTTP/1.1 204 \r\n\r\nbody',
  )
})

test.each([
  ['HTTP/1.1 200\nTransfer-Encoding: gzip, Chunked\nContent-Length: 5\n\n', ['Transfer-Encoding: chunked']],
  ['HTTP/1.0 200\nTransfer-Encoding: chunked\nContent-Length: 5\n\n', ['Content-Length: 5']],
  ['HTTP/1.1 200\nContent-Length: 5, 5\ncontent-length: 5\n\n', ['Content-Length: 5']],
  ['HTTP/1.1 200\nContent-Length: 5, 6\n\n', ['Content-Length: 5', 'Content-Length: 6']],
  ['HTTP/1.1 200\nContent-Length: 5 6\nTransfer-Encoding: identity\n\n', []],
])('the length of a body is stated once: %j', async (sent, expected) => {
  expect((await repaired([sent])).split('\r\n').slice(1, -2)).toEqual(expected)
})

test('what is no head is left to the parser', async () => {
  expect(await repaired(['no ', 'response\r\n\r\n'])).toBe('no response\r\n\r\n')
  const long = `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(300_000)}`
  expect(await repaired([long, '\r\n\r\n'])).toBe(`${long}\r\n\r\n`)
})
