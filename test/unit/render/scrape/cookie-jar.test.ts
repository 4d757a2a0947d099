import { expect, test } from 'vitest'
import { createCookieJar } from '../../../../lib/render/outputs/scrape/cookie-jar.ts'

const at = (address: string) => new URL(address)

test('a cookie is sent to the host that set it, and to no other', () => {
  const jar = createCookieJar()
  jar.receive(at('https://a.example/'), ['x=1; Path=/; HttpOnly', 'y=2=3', 'nonsense', '=z'])
  expect(jar.pairsFor(at('https://a.example/other'))).toEqual(['x=1', 'y=2=3'])
  expect(jar.pairsFor(at('https://b.a.example/'))).toEqual([])
  expect(jar.pairsFor(at('https://b.example/'))).toEqual([])
})

test('a secure cookie is not sent over plain http', () => {
  const jar = createCookieJar()
  jar.receive(at('https://a.example/'), ['x=1; Secure', 'y=2'])
  expect(jar.pairsFor(at('http://a.example/'))).toEqual(['y=2'])
})

test('a later cookie of the same name replaces the first, and an expired one removes it', () => {
  const jar = createCookieJar()
  jar.receive(at('https://a.example/'), ['x=1', 'y=1'])
  jar.receive(at('https://a.example/'), ['x=2', 'y=; Max-Age=0'])
  expect(jar.pairsFor(at('https://a.example/'))).toEqual(['x=2'])
})

test('the number of cookies that are kept for a server is limited', () => {
  const jar = createCookieJar()
  jar.receive(
    at('https://a.example/'),
    Array.from({ length: 10_000 }, (_, i) => `c${i}=1`),
  )
  expect(jar.pairsFor(at('https://a.example/')).length).toBe(100)
})

test('a cookie that expires in the past is removed', () => {
  const jar = createCookieJar()
  jar.receive(at('https://a.example/'), ['x=1', 'y=1'])
  jar.receive(at('https://a.example/'), ['x=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
  expect(jar.pairsFor(at('https://a.example/'))).toEqual(['y=1'])
})

test('a cookie is sent to the hosts of its domain and to the paths below its own', () => {
  const jar = createCookieJar()
  jar.receive(at('https://www.a.example/'), ['x=1; Domain=a.example', 'y=2; Path=/deep'])
  expect(jar.pairsFor(at('https://a.example/'))).toEqual(['x=1'])
  expect(jar.pairsFor(at('https://www.a.example/deep/er'))).toEqual(['y=2', 'x=1'])
  expect(jar.pairsFor(at('https://www.a.example/deeper'))).toEqual(['x=1'])
})

test('a cookie for another domain or for a public suffix is refused', () => {
  const jar = createCookieJar()
  jar.receive(at('https://a.github.io/'), [
    'x=1; Domain=b.example',
    'y=2; Domain=github.io',
    'z=3; Domain=io',
  ])
  expect(jar.pairsFor(at('https://a.github.io/'))).toEqual([])
  expect(jar.pairsFor(at('https://b.github.io/'))).toEqual([])
})

test.each([
  'https://a.example/',
  'http://127.0.0.1:8080/x',
  'http://[::1]:80/',
  'https://xn--bcher-kva.example/',
])('cookies of the caller are sent to the host of %s on every path and port', (address) => {
  const jar = createCookieJar()
  const url = at(address)
  jar.add(url, [
    { name: '__Host-id', value: '\u00e9' },
    { name: 'b', value: '"2"' },
  ])
  expect(jar.pairsFor(url)).toEqual(['__Host-id=\u00c3\u00a9', 'b="2"'])
  url.port = '8443'
  url.pathname = '/deep/er'
  expect(jar.pairsFor(url)).toHaveLength(2)
  expect(jar.pairsFor(at('https://other.example/'))).toEqual([])
  expect(jar.pairsFor(at('https://sub.a.example/'))).toEqual([])
})

test('cookies of the caller are not sent over plain HTTP to an HTTPS host, and are sent after an upgrade', () => {
  const cookies = [{ name: 'a', value: '1' }]
  const secure = createCookieJar()
  secure.add(at('https://a.example/'), cookies)
  expect(secure.pairsFor(at('http://a.example/'))).toEqual([])
  const plain = createCookieJar()
  plain.add(at('http://a.example/'), cookies)
  expect(plain.pairsFor(at('https://a.example/'))).toEqual(['a=1'])
})

test('the server replaces and deletes cookies of the caller', () => {
  const jar = createCookieJar()
  const url = at('https://a.example/login')
  jar.add(url, [
    { name: 'id', value: 'old' },
    { name: 'once', value: '1' },
    { name: 'kept', value: '1' },
  ])
  jar.receive(url, ['id=new; Path=/', 'once=; Path=/; Max-Age=0'])
  expect(jar.pairsFor(at('https://a.example/'))).toEqual(['id=new', 'kept=1'])
})
