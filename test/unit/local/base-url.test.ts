import { expect, test } from 'vitest'
import { toBaseUrl } from '../../../local/lambda/gateway/base-url.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['2001:db8::7', 'http://[2001:db8::7]:3000'],
  ['::', 'http://[::1]:3000'],
])('a server that listens on %s responds at %s', (address, url) => {
  expect(toBaseUrl({ address, port: 3000 })).toBe(url)
})
