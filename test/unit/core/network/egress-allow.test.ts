import { describe, expect, test } from 'vitest'
import {
  assertProductionAllow,
  decideAddresses,
  decideHost,
  parseEgressAllow,
} from '../../../../lib/core/network/address-policy.ts'
import { coversHost } from '../../../../lib/core/network/egress-allow.ts'

const policy = (allow: string) => ({ allow: parseEgressAllow(allow), serviceHosts: [] })

test.each([
  ['localhost', 'localhost', 80],
  ['localhost:8080', 'localhost', 8080],
  ['printer.local', 'printer.local', 443],
  ['127.0.0.1', '127.0.0.1', 4000],
  ['127.0.0.1:4000', '127.0.0.1', 4000],
  ['127.0.0.1', '::ffff:127.0.0.1', 4000],
  ['[::1]', '::1', 4000],
  ['[::1]:4000', '::1', 4000],
  ['10.0.0.0/8', '10.200.3.4', 80],
  ['fd00::/8', 'fd12::1', 80],
  [' a.test , 127.0.0.1,, ', '127.0.0.1', 80],
  ['127.0.0.1:25', '127.0.0.1', 25],
  ['mail.test:25', 'mail.test', 25],
  ['127.0.0.1', 'localhost', 4000],
  ['::1', 'LOCALHOST.', 4000],
  ['127.0.0.0/8', 'localhost', 4000],
  ['127.0.0.1:4000', 'localhost', 4000],
  ['127.0.0.1:81', 'localhost', 81],
  ['localhost', '127.0.0.1', 4000],
  ['localhost', '::1', 4000],
  ['localhost:81', '[::1]', 81],
])('an allowance permits what it names: "%s" permits %s port %i', (allow, host, port) => {
  expect(decideHost(host, port, policy(allow)).allowed).toBe(true)
})

test.each([
  ['', '127.0.0.1', 80],
  ['localhost:8080', 'localhost', 8081],
  ['localhost', 'a.localhost', 80],
  ['localhost', '127.0.0.2', 80],
  ['localhost:8080', '127.0.0.1', 8081],
  ['127.0.0.1:4000', 'localhost', 4001],
  ['127.0.0.1', '::1', 80],
  ['127.0.0.1', 'a.localhost', 80],
  ['127.0.0.2', 'localhost', 80],
  ['0.0.0.0/0', 'localhost', 80],
  ['::/0', 'localhost', 80],
  ['10.0.0.0/8', 'localhost', 80],
  ['127.0.0.1:4000', '127.0.0.1', 4001],
  ['10.0.0.0/8', '11.0.0.1', 25],
  ['10.0.0.0/8', '192.168.0.1', 80],
  ['127.0.0.1', '127.0.0.1', 25],
  ['127.0.0.1:25', 'other.test', 25],
  ['0.0.0.0/0', '::1', 80],
])('an allowance permits nothing else: "%s" rejects %s port %i', (allow, host, port) => {
  expect(decideHost(host, port, policy(allow)).allowed).toBe(false)
})

test('an allowed name passes with any resolved address, on its port only', () => {
  const allowed = policy('intern.test:8080')
  expect(decideAddresses('intern.test', 8080, ['10.0.0.1', '::1'], allowed)).toEqual({
    allowed: true,
    addresses: ['10.0.0.1', '::1'],
  })
  expect(decideAddresses('intern.test', 8081, ['10.0.0.1'], allowed).allowed).toBe(false)
})

test('an allowed `localhost` passes with any resolved address, another name that resolves to loopback does not', () => {
  for (const allow of ['localhost', '127.0.0.1', '::1'])
    expect(decideAddresses('localhost', 80, ['127.0.0.1', '::1'], policy(allow)).allowed).toBe(true)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(decideAddresses('rebound.test', 80, [address], policy('localhost')).allowed).toBe(false)
  expect(decideAddresses('rebound.test', 80, ['::1'], policy('127.0.0.1')).allowed).toBe(false)
})

test('an allowed network passes names that resolve only into it', () => {
  const allowed = policy('10.0.0.0/8')
  expect(decideAddresses('a.test', 80, ['10.0.0.1', '93.184.216.34'], allowed).allowed).toBe(true)
  expect(decideAddresses('a.test', 80, ['10.0.0.1', '192.168.0.1'], allowed).allowed).toBe(false)
})

test.each([
  ['http://a.test', 'http://a.test'],
  ['a.test, b.test/8', 'b.test/8'],
  ['*.a.test', '*.a.test'],
  ['a.test b.test', 'a.test b.test'],
  ['10.0.0.0/33', '10.0.0.0/33'],
  ['10.0.0.0/8:80', '10.0.0.0/8:80'],
  ['a.test:0', 'a.test:0'],
  ['a.test:65536', 'a.test:65536'],
  ['[::1]x', '[::1]x'],
  ['[fe80::1%eth0]', '[fe80::1%eth0]'],
  ['256.1.1.1', '256.1.1.1'],
  ['a..test', 'a..test'],
])('an invalid entry is named in the error: "%s"', (text, entry) => {
  expect(() => parseEgressAllow(text)).toThrow(`The allowance "${entry}" is not`)
})

describe('a production stage refuses allowances for loopback and link-local', () => {
  test.each([
    'localhost',
    'a.localhost:80',
    '127.0.0.1',
    '127.0.0.0/30',
    '0.0.0.0',
    '0.0.0.0/0',
    '169.254.169.254',
    '::1',
    '[::1]:80',
    '::',
    '::/0',
    'fe80::/10',
    'fe80::1',
    '::ffff:127.0.0.1',
    'a.test, 127.0.0.1',
  ])('%s', (allow) => {
    expect(() => assertProductionAllow(parseEgressAllow(allow))).toThrow('production')
  })
  test.each(['', 'a.test', '10.0.0.0/8', '192.168.1.1:8080', 'fd00::/8', '8.8.8.8'])(
    '"%s" stays',
    (allow) => {
      expect(() => assertProductionAllow(parseEgressAllow(allow))).not.toThrow()
    },
  )
})

test('the error of a production stage has the entry as it was written', () => {
  expect(() => assertProductionAllow(parseEgressAllow('127.0.0.1'))).toThrow('"127.0.0.1/32"')
  expect(() => assertProductionAllow(parseEgressAllow('localhost'))).toThrow('"localhost"')
})

test.each([
  ['a name', 'localhost', 'localhost', true],
  ['a name with a port', 'hooks.test:8080', 'hooks.test', true],
  ['an address', '127.0.0.1', '127.0.0.1', true],
  ['an address of a network', '10.0.0.0/8', '10.1.2.3', true],
  ['an address in another notation', '127.0.0.1', '2130706433', true],
  ['localhost by its address', '127.0.0.1', 'localhost', true],
  ['an address of localhost', 'localhost', '[::1]', true],
  ['a name that only resolves into a network', '127.0.0.0/8', 'a.localhost', false],
  ['another name', 'hooks.test', 'example.com', false],
])('an allowance covers %s: %s', (_kind, allowance, host, expected) => {
  expect(coversHost(parseEgressAllow(allowance), host)).toBe(expected)
})
