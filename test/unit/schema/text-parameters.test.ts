import { describe, expect, test } from 'vitest'
import { InvalidParameterError } from '../../../lib/base/errors.ts'
import { fromBody } from '../../support/render/read-screenshot.ts'

const page = { url: 'https://example.com/' }
const refused = (options: Record<string, unknown>) =>
  expect(() => fromBody({ ...page, ...options })).toThrow(InvalidParameterError)
const accepted = (options: Record<string, unknown>) =>
  expect(fromBody({ ...page, ...options })).toMatchObject(options)

const longUrl = (length: number) => 'https://example.com/'.padEnd(length, 'x')

describe('url', () => {
  test.each([
    ['https', 'https://example.com'],
    ['http and a port', 'http://example.com:8080/a?b=c#d'],
    ['upper case', 'HTTPS://EXAMPLE.COM/'],
    ['credentials', 'https://user:p%40ss@example.com/'],
    ['another script', 'https://例え.テスト/'],
    ['a blank in the query', 'https://example.com/?q=a b'],
    ['8,192 characters', longUrl(8192)],
  ])('is accepted with %s', (_, url) => accepted({ url }))

  test.each([
    ['8,193 characters', longUrl(8193)],
    ['no scheme', 'example.com'],
    ['no host', 'https://'],
    ['a relative path', '/page'],
    ['one slash', 'https:/example.com'],
    ['file:', 'file:///etc/passwd'],
    ['ftp:', 'ftp://example.com/'],
    ['data:', 'data:text/html,x'],
    ['javascript:', 'javascript:alert(1)'],
    ['view-source:', 'view-source:https://example.com/'],
    ['chrome:', 'chrome://version'],
    ['about:', 'about:blank'],
    ['a bad port', 'https://example.com:99999/'],
    ['a bad host', 'https://exa mple.com/'],
    ['a line break', 'https://example.com/\r\nx'],
    ['a leading blank', ' https://example.com/'],
    ['broken percent-encoding in credentials', 'https://u%ZZ:p@example.com/'],
    ['nothing', ''],
    ['a list', ['https://example.com/']],
    ['a number', 5],
  ])('is refused with %s', (_, url) => refused({ url }))
})

describe('image_padding_color', () => {
  test.each(['abc', '#ABC', 'abcd', '1a2b3c', '#1A2B3C4D'])('accepts %s', (color) =>
    expect(fromBody({ ...page, image_padding_color: color }).image_padding_color).toBe(color.toLowerCase()),
  )

  test.each(['', '#', 'ab', 'abcde', '1a2b3', 'white', 'rgb(0,0,0)', '##fff', 'fff\n', 123])(
    'refuses %j',
    (color) => refused({ image_padding_color: color }),
  )
})

describe('html', () => {
  const html = (text: unknown) => () => fromBody({ html: text })
  const bytesMax = 5 * 1024 * 1024

  test('accepts 1 byte to 5 MB of UTF-8', () => {
    expect(html('x')).not.toThrow()
    expect(html('x'.repeat(bytesMax))).not.toThrow()
    expect(html('é'.repeat(bytesMax / 2))).not.toThrow()
    expect(html('x'.repeat(bytesMax + 1))).toThrow(/`html` has 5242881 characters/)
    expect(html(`${'é'.repeat(bytesMax / 2)}x`)).toThrow(/5 MB/)
    expect(html('')).toThrow(/`html` is empty/)
  })

  test.each([[5], [['x']], [{}]])('%j is refused', (value) =>
    expect(html(value)).toThrow(InvalidParameterError),
  )
})

const selectorNames = ['click_selector', 'wait_for_selector', 'selector']

describe.each(selectorNames)('%s', (name) => {
  test.each(['#a', 'main > .b:is(.c, .d)', '[x="text/html"]', 'x'.repeat(1000)])(
    'accepts the selector %s',
    (text) => accepted({ [name]: text }),
  )
  test.each([
    '',
    '  ',
    'x'.repeat(1001),
    'a >>> b',
    'a >>>> b',
    '::-p-text(x)',
    'div::-P-XPATH(//a)',
    'text/x',
    ' xpath///a',
    'aria/x',
    'pierce/x',
    'a\u0000b',
    'a\nb',
  ])('rejects %j', (text) => refused({ [name]: text }))
})

test('hide_selectors accepts up to 100 selectors under the same rules', () => {
  accepted({ hide_selectors: Array.from({ length: 100 }, (_, index) => `.a${index}`) })
  refused({ hide_selectors: Array.from({ length: 101 }, (_, index) => `.a${index}`) })
  refused({ hide_selectors: ['.a', 'text/x'] })
  refused({ hide_selectors: [''] })
})

describe('headers', () => {
  test.each([
    'x-a:1',
    'X-A: b: c',
    'x-a:',
    'accept-language:de',
    'authorization:Basic YTpi',
    'cookie:a=1',
    'x-a:\u00e9',
  ])('%j is accepted', (header) => accepted({ headers: [header] }))
  test.each([
    ...[
      'host:x',
      'Host: x',
      'content-length:1',
      'transfer-encoding:chunked',
      'connection:close',
      'upgrade:h2c',
      'te:x',
    ],
    ...[
      'trailer:x',
      'keep-alive:1',
      'expect:x',
      'proxy-authorization:x',
      'Proxy-Connection:x',
      'sec-websocket-key:x',
    ],
    ...[
      'x-a',
      ':x',
      'x a:1',
      'x\u00e9:1',
      'x-a:b\r\nx-c:d',
      'x-a:\n',
      '\nx-a:1',
      'x-a:\u0000',
      'x-a:\u2028',
      '',
    ],
    ...['authorization:Bogus x', 'cookie:a=b\u0001', 'user-agent:'],
  ])('%j is refused', (header) => refused({ headers: [header] }))
})

describe('cookies', () => {
  test.each([
    ...['a=1', 'a=', 'a="quoted"', '__Host-id=a%20b', 'a=b=c', '__proto__=1', 'a=hello world', 'a=1,2'],
    ...['a={"x":1}', 'a="b', 'a=b\\c', 'a=\u00e9', 'a=\u4f8b\u{1f600}', 'a b=1', 'a[b]=1'],
  ])('%j is accepted', (cookie) => accepted({ cookies: [cookie] }))
  test.each([
    'a',
    '=1',
    'a=b\nc',
    'a\u0000=1',
    'a=\t.',
    'a=\u007f',
    'a=\ud800',
    `a=${'\u00e9'.repeat(2048)}`,
    '',
  ])('%j is refused', (cookie) => refused({ cookies: [cookie] }))
})

describe('authorization', () => {
  test.each([
    'YTpi',
    'dXNlcjpwYXNzd29yZA==',
    'Basic YTpi',
    'basic YTpi',
    'Bearer abc.def-_',
    'Digest username="a", realm="b"',
  ])('%j is accepted', (text) => accepted({ authorization: text }))
  test.each([
    '',
    ' ',
    'user:password',
    'Basic user:password',
    'YTpi YTpi',
    'Bearer a\r\nx-a: b',
    'a===',
    'é',
    5,
  ])('%j is refused', (text) => refused({ authorization: text }))
})

describe('proxy', () => {
  test.each([
    'http://u:p@proxy.test:8080',
    'https://u:p@proxy.test:8443',
    'http://proxy.test:3128',
    'http://u:p%40@[2001:db8::1]:1/',
  ])('%s is accepted', (proxy) => accepted({ proxy }))
  test.each([
    'proxy.test:8080',
    'socks5://u:p@proxy.test:1',
    'http://',
    'http://u:p@proxy.test:0',
    'http://u:p@proxy.test:99999',
    'http://u:p@proxy.test:1/path',
    'http://u:p@proxy.test:1?x',
    'http://u%ZZ:p@proxy.test:1',
    'http://a b:1',
    '',
  ])('%s is refused', (proxy) => refused({ proxy }))
})

describe('other texts', () => {
  test.each([
    ['timezone', 'Europe/Berlin'],
    ['timezone', 'Etc/UTC'],
    ['timezone', 'US/Pacific'],
    ['locale', 'de-DE'],
    ['locale', 'zh-Hant-TW'],
    ['user_agent', 'x'.repeat(1000)],
    ['attachment_name', 'x'],
    ['attachment_name', 'é'.repeat(200)],
    ['attachment_name', '😀'.repeat(200)],
    ['attachment_name', 'a "quoted"; name.v2'],
    ['styles', 'a { b: c }'],
    ['scripts', 'x'.repeat(500_000)],
    ['fail_on_status', ['404', '4xx', '5xx', '100', '599']],
    ['block_requests', ['*://a.test/*', 'x'.repeat(500)]],
  ])('%s accepts %j', (name, value) => accepted({ [name]: value }))

  test.each([
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+01:00'],
    ['timezone', 'PST'],
    ['timezone', 'SystemV/AST4'],
    ['timezone', ''],
    ['timezone', 'Europe/Berlin\n'],
    ['locale', 'not a tag'],
    ['locale', 'de_DE'],
    ['locale', ''],
    ['user_agent', ''],
    ['user_agent', ' '],
    ['user_agent', 'a\r\nb: c'],
    ['user_agent', 'é'],
    ['user_agent', 'x'.repeat(1001)],
    ['attachment_name', ''],
    ['attachment_name', 'x'.repeat(201)],
    ['attachment_name', 'a/b'],
    ['attachment_name', 'a\\b'],
    ['attachment_name', '..'],
    ['attachment_name', 'a\nb'],
    ['attachment_name', 'a\u202egpj.exe'],
    ['attachment_name', '\ud800'],
    ['styles', ''],
    ['scripts', 'x'.repeat(500_001)],
    ['fail_on_status', ['600']],
    ['fail_on_status', ['99']],
    ['fail_on_status', ['6xx']],
    ['fail_on_status', ['4x']],
    ['block_requests', ['x'.repeat(501)]],
    ['block_requests', ['a\u0000']],
    ['webhook_url', 'nonsense'],
    ['webhook_url', 'ftp://example.com/'],
  ])('%s rejects %j', (name, value) => refused({ [name]: value }))
})
