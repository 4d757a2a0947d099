import { expect, test } from 'vitest'
import { createTargetScope } from '../../../../lib/core/network/target-scope.ts'

test.each([
  ['https://www.shop.example.com/a', 'https://www.shop.example.com/b?c', true, true, true],
  ['https://www.example.com/', 'https://cdn.example.com/x.js', false, false, true],
  ['https://www.example.co.uk/', 'https://other.co.uk/', false, false, false],
  ['https://www.example.com/', 'https://example.com.evil.net/', false, false, false],
  ['https://me.github.io/', 'https://you.github.io/', false, false, false],
  ['https://www.example.com/', 'http://www.example.com/', false, false, false],
  ['http://www.example.com/', 'https://www.example.com/', false, true, true],
  ['https://www.example.com/', 'https://www.example.com:8443/', false, true, true],
  ['https://www.example.com/', 'https://WWW.EXAMPLE.COM:443/', true, true, true],
  ['http://93.184.215.14/', 'http://93.184.215.14:8080/', false, true, true],
  ['http://93.184.215.14/', 'http://93.184.215.15/', false, false, false],
  ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/x', true, true, true],
  ['http://intranet/', 'http://intranet/x', true, true, true],
  ['http://intranet/', 'http://www.intranet/x', false, false, false],
  ['https://www.example.com/', 'data:text/html,x', false, false, false],
  ['https://www.example.com/', 'not a url', false, false, false],
])('of %s: is %s its origin (%s), its host (%s), its site (%s)', (target, url, origin, host, site) => {
  const scope = createTargetScope(target)
  expect(scope.isOwnOrigin(url)).toBe(origin)
  expect(scope.isOwnHost(url)).toBe(host)
  expect(scope.isOwnSite(url)).toBe(site)
})

test('without a target no URL is first-party', () => {
  const scope = createTargetScope(undefined)
  expect(scope.isOwnOrigin('https://www.example.com/')).toBe(false)
  expect(scope.isOwnHost('https://www.example.com/')).toBe(false)
  expect(scope.isOwnSite('https://www.example.com/')).toBe(false)
})
