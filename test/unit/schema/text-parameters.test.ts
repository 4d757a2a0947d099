import { describe, expect, test } from 'vitest'
import { InvalidParameterError } from '../../../lib/base/errors.ts'
import { fromBody } from '../../support/render/read-screenshot.ts'

// openapi-bounds.test.ts tries the type, the lengths and the pattern of each parameter.

const page = { url: 'https://example.com/' }

const words = (text: string) => text.split(' ')

const expectVerdicts = (name: string, accepted: readonly unknown[], refused: readonly unknown[]) => {
  for (const value of accepted) expect(fromBody({ ...page, [name]: value })).toMatchObject({ [name]: value })
  for (const value of refused)
    expect(() => fromBody({ ...page, [name]: value }), JSON.stringify(value)).toThrow(InvalidParameterError)
}

const tokens = words(
  'host:x Host:x content-length:1 transfer-encoding:chunked connection:close upgrade:h2c te:x',
)
const hops = words(
  'trailer:x keep-alive:1 expect:x proxy-authorization:x Proxy-Connection:x sec-websocket-key:x',
)
const brokenHeaders = ['x-a', ':x', 'x a:1', 'x\u00e9:1', 'x-a:b\r\nx-c:d', 'x-a:\n', '\nx-a:1', 'x-a:\u0000']
const selectors = words('text/x aria/x pierce/x div::-P-XPATH(//a) ::-p-text(x)')

test.each<[name: string, accepted: unknown[], refused: unknown[]]>([
  [
    'url',
    [
      ...words('https://example.com http://example.com:8080/a?b=c#d HTTPS://EXAMPLE.COM/'),
      ...['https://user:p%40ss@example.com/', 'https://例え.テスト/', 'https://example.com/?q=a b'],
    ],
    [
      ...words(
        'example.com https:// /page https:/example.com file:///etc/passwd ftp://example.com/ data:text/html,x',
      ),
      ...words('javascript:alert(1) view-source:https://example.com/ chrome://version about:blank'),
      ...['https://example.com:99999/', 'https://exa mple.com/', 'https://example.com/\r\nx'],
      ...[' https://example.com/', 'https://u%ZZ:p@example.com/'],
    ],
  ],
  ...['click_selector', 'wait_for_selector', 'selector'].map((name): [string, unknown[], unknown[]] => [
    name,
    ['#a', 'main > .b:is(.c, .d)', '[x="text/html"]'],
    ['  ', 'a >>> b', 'a >>>> b', ' xpath///a', 'a\u0000b', 'a\nb', ...selectors],
  ]),
  ['hide_selectors', [Array.from({ length: 100 }, (_, index) => `.a${index}`)], [['.a', 'text/x'], ['']]],
  [
    'headers',
    ['x-a:1', 'X-A: b: c', 'x-a:', 'authorization:Basic YTpi', 'cookie:a=1', 'x-a:\u00e9'].map((text) => [
      text,
    ]),
    [
      ...[...tokens, ...hops, ...brokenHeaders],
      ...['x-a:\u2028', 'authorization:Bogus x', 'cookie:a=b\u0001', 'user-agent:'],
    ].map((text) => [text]),
  ],
  [
    'cookies',
    [
      ...['a=1', 'a=', 'a="quoted"', '__Host-id=a%20b', 'a=b=c', '__proto__=1', 'a=hello world', 'a=1,2'],
      ...['a={"x":1}', 'a="b', 'a=b\\c', 'a=\u00e9', 'a=\u4f8b\u{1f600}', 'a b=1', 'a[b]=1'],
    ].map((text) => [text]),
    [
      ...['a', '=1', 'a=b\nc', 'a\u0000=1', 'a=\t.', 'a=\u007f', 'a=\ud800', `a=${'\u00e9'.repeat(2048)}`],
    ].map((text) => [text]),
  ],
  [
    'authorization',
    [
      ...['YTpi', 'dXNlcjpwYXNzd29yZA==', 'Basic YTpi', 'basic YTpi', 'Bearer abc.def-_'],
      'Digest username="a", realm="b"',
    ],
    [...[' ', 'user:password', 'Basic user:password', 'YTpi YTpi', 'Bearer a\r\nx-a: b', 'a===', 'é']],
  ],
  [
    'proxy',
    words(
      'http://u:p@proxy.test:8080 https://u:p@proxy.test:8443 http://proxy.test:3128 http://u:p%40@[2001:db8::1]:1/',
    ),
    [
      ...words(
        'proxy.test:8080 socks5://u:p@proxy.test:1 http:// http://u:p@proxy.test:0 http://u:p@proxy.test:99999',
      ),
      ...words('http://u:p@proxy.test:1/path http://u:p@proxy.test:1?x http://u%ZZ:p@proxy.test:1'),
      'http://a b:1',
    ],
  ],
  ['locale', ['de-DE', 'zh-Hant-TW'], ['not a tag', 'de_DE']],
  ['user_agent', [], [' ', 'a\r\nb: c', 'é']],
  [
    'attachment_name',
    ['é'.repeat(200), '漢'.repeat(200), '😀'.repeat(150), 'a "quoted"; name.v2'],
    ['é'.repeat(201), '😀'.repeat(151), 'a/b', 'a\\b', '..', 'a\nb', 'a\u202egpj.exe', '\ud800'],
  ],
  ['fail_on_status', [['404', '4xx', '5xx', '100', '599']], [['600'], ['99'], ['6xx'], ['4x']]],
  ['block_requests', [['*://a.test/*']], [['a\u0000']]],
  ['webhook_url', [], ['nonsense', 'ftp://example.com/']],
])('%s accepts and refuses the right texts', expectVerdicts)

test('a color has 3, 4, 6 or 8 digits', () => {
  for (const color of words('abc #ABC abcd 1a2b3c #1A2B3C4D'))
    expect(fromBody({ ...page, image_padding_color: color }).image_padding_color).toBe(color.toLowerCase())
  expectVerdicts('image_padding_color', [], [...words('# ab abcde 1a2b3 white rgb(0,0,0) ##fff'), 'fff\n'])
})

describe('html', () => {
  const html = (text: unknown) => () => fromBody({ html: text })
  const bytesMax = 5 * 1024 * 1024

  test('has 1 byte to 5 MB of UTF-8', () => {
    expect(html('x')).not.toThrow()
    expect(html('x'.repeat(bytesMax))).not.toThrow()
    expect(html('é'.repeat(bytesMax / 2))).not.toThrow()
    expect(html('x'.repeat(bytesMax + 1))).toThrow(/`html` has 5242881 characters/)
    expect(html(`${'é'.repeat(bytesMax / 2)}x`)).toThrow(/5 MB/)
    expect(html('')).toThrow(/`html` is empty/)
  })
})
