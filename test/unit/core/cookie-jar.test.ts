import { expect, test } from 'vitest'
import { createCookieJar } from '../../../lib/core/cookie-jar.ts'

const at = (address: string) => new URL(address)

test('a cookie goes back to the host that set it, and to no other', () => {
  const jar = createCookieJar()
  jar.receive(at('https://a.example/'), ['x=1; Path=/; HttpOnly', 'y=2=3', 'nonsense', '=z'])
  expect(jar.pairsFor(at('https://a.example/other'))).toEqual(['x=1', 'y=2=3'])
  expect(jar.pairsFor(at('https://b.a.example/'))).toEqual([])
  expect(jar.pairsFor(at('https://b.example/'))).toEqual([])
})

test('a secure cookie does not go over plain http', () => {
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

test('a server that sends any number of cookies is not remembered for all of them', () => {
  const jar = createCookieJar()
  jar.receive(
    at('https://a.example/'),
    Array.from({ length: 10_000 }, (_, i) => `c${i}=1`),
  )
  expect(jar.pairsFor(at('https://a.example/')).length).toBe(100)
})
