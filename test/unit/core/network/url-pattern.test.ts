import { expect, test } from 'vitest'
import { compileUrlPatterns } from '../../../../lib/core/network/url-pattern.ts'

test.each([
  ['*', 'https://a.example/x', true, 'a star alone means every URL'],
  ['https://a.example/*', 'https://a.example/x/y?z=1', true, 'a star at the end'],
  ['*/tracker.js', 'https://a.example/js/tracker.js?v=2', false, 'the pattern covers the whole URL'],
  ['*/tracker.js*', 'https://a.example/js/tracker.js?v=2', true, 'stars at both ends'],
  ['https://*.example/*/a*b', 'https://www.example/1/2/axxb', true, 'several stars'],
  ['*aa*aa*', 'https://x/aaa', false, 'pieces do not overlap'],
  ['*ab*b', 'https://x/ab', false, 'the last piece does not overlap the one before'],
  ['https://a.example/x', 'https://a.example/xy', false, 'no star: nothing longer'],
  ['https://a.example/*', 'http://a.example/', false, 'the scheme counts'],
  ['*/PIXEL.gif', 'https://a.example/pixel.GIF', true, 'letter case does not count'],
  ['*/a.b?c', 'https://x/a.bxc', false, 'a question mark matches nothing else'],
  ['*/(a+)+$', 'https://x/(a+)+$', true, 'characters of regular expressions are themselves'],
  ['ads.example.com', 'https://ads.example.com/x.js', true, 'a host'],
  ['ads.example.com', 'https://eu.ads.example.com:8443/x.js', true, 'a subdomain of the host'],
  ['ads.example.com', 'https://badads.example.com/x.js', false, 'not a host that only ends so'],
  ['ads.example.com', 'https://x.example/?from=ads.example.com', false, 'not a host in the query'],
])('%s on %s is %s: %s', (pattern, url, expected) => {
  expect(compileUrlPatterns([pattern])(url)).toBe(expected)
})

test('one of several patterns is enough, and none matches nothing', () => {
  expect(compileUrlPatterns(['a.example', '*.png'])('https://b.example/x.png')).toBe(true)
  expect(compileUrlPatterns([])('https://b.example/x.png')).toBe(false)
})

test('a pattern of many stars cannot stall the matcher', () => {
  const matches = compileUrlPatterns([`${'*a'.repeat(2_000)}b`])
  expect(matches(`https://x/${'a'.repeat(8_000)}`)).toBe(false)
})
