import { expect, test } from 'vitest'
import { createCookieJar } from '../../../../lib/render/scrape/cookie-jar.ts'

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
