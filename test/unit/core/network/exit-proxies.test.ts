import { expect, test } from 'vitest'
import { InvalidParameterError } from '../../../../lib/base/errors.ts'
import { decideExit, parseExitProxies } from '../../../../lib/core/network/exit-proxies.ts'

const text = 'us=http://u:p%2C@us.test:8080, DE=https://de.test:8443,fr=http://fr.test:1,de=http://de2.test:2'

test('a table of exits is read', () => {
  expect([...parseExitProxies(text)]).toEqual([
    [
      'us',
      [
        {
          protocol: 'http',
          host: 'us.test',
          port: 8080,
          credentials: { username: 'u', password: 'p,' },
          isOwn: true,
        },
      ],
    ],
    [
      'de',
      [
        { protocol: 'https', host: 'de.test', port: 8443, isOwn: true },
        { protocol: 'http', host: 'de2.test', port: 2, isOwn: true },
      ],
    ],
    ['fr', [{ protocol: 'http', host: 'fr.test', port: 1, isOwn: true }]],
  ])
  expect(parseExitProxies('').size).toBe(0)
})

test.each([
  ['us', /^Entry 1 must be written as/],
  ['us=http://a.test:1,usa=http://b.test:1', /^Entry 2 must be written as/],
  ['us=ftp://user:hunter2@a.test', /^The entry of us must be written as/],
])('the invalid entry of "%s" is named, without its credentials', (bad, message) => {
  expect(() => parseExitProxies(bad)).toThrow(message)
  expect(() => parseExitProxies(bad)).not.toThrow(/hunter2/)
})

const exits = parseExitProxies(text)

test.each([
  ['us', 0, 'us.test'],
  ['de', 0, 'de.test'],
  ['de', 0.99, 'de2.test'],
  ['eu', 0, 'de.test'],
  ['eu', 0.5, 'de2.test'],
  ['eu', 0.99, 'fr.test'],
])('%s with the random number %s uses the exit %s', (country, random, host) => {
  expect(decideExit(country, exits, random).host).toBe(host)
})

test('a country without an exit is refused and the configured ones are named', () => {
  expect(() => decideExit('jp', exits)).toThrow(InvalidParameterError)
  expect(() => decideExit('jp', exits)).toThrow('Available locations: de, fr, us.')
  expect(() => decideExit('eu', parseExitProxies('us=http://us.test:1'))).toThrow('Available locations: us.')
  expect(() => decideExit('eu', new Map())).toThrow('Available locations: none.')
})
