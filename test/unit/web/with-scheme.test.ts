import { expect, test } from 'vitest'
import { withScheme } from '../../../web/src/shared/with-scheme.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' example.com/a?b=http://c ', 'https://example.com/a?b=http://c'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['//example.com/', 'https://example.com/'],
  ['münchen.example', 'https://münchen.example'],
  ['demo.stillframe.example/', 'http://demo.stillframe.example/'],
  ['localhost', 'http://localhost'],
  ['localhost:3000/a', 'http://localhost:3000/a'],
  ['app.localhost:3000', 'http://app.localhost:3000'],
  ['localhost.example.com', 'https://localhost.example.com'],
  ['127.0.0.1:8123/', 'http://127.0.0.1:8123/'],
  ['127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['192.168.0.1', 'https://192.168.0.1'],
])('a scheme that was left out is added to %s', (text, url) => {
  expect(withScheme(text)).toBe(url)
})

test.each([
  '',
  ' ',
  'http',
  'http:',
  'http://',
  'https://example.com/',
  'HTTP://example.com/',
  'http%3A%2F%2Fexample.com',
  'ftp://example.com/',
  'mailto:a@example.com',
  'javascript:alert(1)',
  'user:s3cret@example.com',
  'two words',
  '/path',
])('%j has a scheme, or cannot be a URL, and stays as it is', (text) => {
  expect(withScheme(text)).toBe(text)
})
