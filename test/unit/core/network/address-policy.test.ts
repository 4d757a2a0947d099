import { describe, expect, test } from 'vitest'
import {
  decideAddresses,
  decideHost,
  decideUrl,
  type EgressPolicy,
  parseEgressAllow,
} from '../../../../lib/core/network/address-policy.ts'

const policy = (allow = '', serviceHosts: string[] = []): EgressPolicy => ({
  allow: parseEgressAllow(allow),
  serviceHosts,
})

const nothingAllowed = policy()

test.each([
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.5'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT, last', '100.127.255.255'],
  ['loopback', '127.0.0.1'],
  ['loopback, last', '127.255.255.254'],
  ['link-local, instance metadata', '169.254.169.254'],
  ['link-local, container metadata', '169.254.170.2'],
  ['link-local, tracing daemon', '169.254.79.129'],
  ['private', '172.16.0.1'],
  ['private, last', '172.31.255.255'],
  ['protocol assignments', '192.0.0.8'],
  ['platform of Azure', '168.63.129.16'],
  ['platform of Azure, IPv4-mapped', '::ffff:a83f:8110'],
  ['metadata of Equinix Metal', '192.80.8.124'],
  ['metadata of Alibaba Cloud', '100.100.100.200'],
  ['metadata of Oracle Cloud', '192.0.0.192'],
  ['metadata of Google Cloud', 'fd20:ce::254'],
  ['metadata of Scaleway', 'fd00:42::42'],
  ['metadata of OpenStack', 'fe80::a9fe:a9fe'],
  ['documentation', '192.0.2.1'],
  ['6to4 relay', '192.88.99.1'],
  ['private', '192.168.1.1'],
  ['benchmarking', '198.18.0.1'],
  ['benchmarking, last', '198.19.255.255'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['multicast', '224.0.0.1'],
  ['multicast, last', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible loopback', '::7f00:1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['IPv4-mapped private', '::ffff:a00:5'],
  ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
  ['IPv4-translated', '::ffff:0:7f00:1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['discard only', '100::1'],
  ['Teredo', '2001::1'],
  ['benchmarking', '2001:2::1'],
  ['ORCHID', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['6to4 of loopback', '2002:7f00:1::1'],
  ['documentation', '3fff::1'],
  ['outside global unicast', '4000::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local, instance metadata', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
])(
  'special-purpose addresses are rejected, as a literal and as the address of a name: %s %s',
  (_class, address) => {
    expect(decideHost(address, 80, nothingAllowed)).toEqual({ allowed: false, reason: expect.any(String) })
    expect(decideAddresses('name.test', 80, [address], nothingAllowed).allowed).toBe(false)
    expect(decideAddresses('name.test', 80, ['93.184.216.34', address], nothingAllowed).allowed).toBe(false)
  },
)

test.each([
  ['93.184.216.34', '93.184.216.34'],
  ['1.1.1.1', '1.1.1.1'],
  ['172.32.0.1', '172.32.0.1'],
  ['100.128.0.1', '100.128.0.1'],
  ['223.255.255.255', '223.255.255.255'],
  ['2606:4700:4700::1111', '2606:4700:4700::1111'],
  ['[2a00:1450:4001::200e]', '2a00:1450:4001::200e'],
  ['::ffff:93.184.216.34', '93.184.216.34'],
])('public addresses pass: %s is dialled as %s', (host, address) => {
  expect(decideHost(host, 443, nothingAllowed)).toMatchObject({ allowed: true, address })
  expect(decideAddresses('name.test', 443, [host], nothingAllowed)).toEqual({
    allowed: true,
    addresses: [address],
  })
})

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://localhost/',
  'http://localhost./',
  'http://a.localhost/',
  'http://ok.test@127.0.0.1/',
  'http://ok.test:80@127.0.0.1:80/',
  'http:\\\\127.0.0.1\\',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://printer.local/',
  'http://db.internal/',
  'http://instance-data/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http:127.0.0.1/',
  'http:////127.0.0.1/',
  ' \thttp://127.0.0.1/',
  'ht\ntp://127.0.0.1/',
])('no spelling of a refused host passes: %s', (url) => {
  expect(decideUrl(url, nothingAllowed).allowed).toBe(false)
})

test.each([
  'file:///etc/passwd',
  'view-source:http://example.com/',
  'chrome://version/',
  'devtools://devtools/',
  'filesystem:http://example.com/temporary/x',
  'blob:http://example.com/x',
  'data:text/html,x',
  'javascript:alert(1)',
  'ftp://example.com/',
  'about:blank',
  'ws://example.com/',
])('the scheme of %s is refused', (url) => {
  expect(decideUrl(url, nothingAllowed)).toEqual({ allowed: false, reason: 'scheme' })
})

test.each(['', 'example.com', 'http://', 'http://[::1', 'http://[fe80::1%25eth0]/', 'http://a b/'])(
  '"%s" is not an absolute URL',
  (url) => {
    expect(decideUrl(url, nothingAllowed)).toEqual({ allowed: false, reason: 'not_a_host' })
  },
)

test.each([
  '',
  'a..test',
  'a.test..',
  'a.test/x',
  'a.test:80',
  'user@a.test',
  'a.test?x',
  'a.test#x',
  'a\\b.test',
  `${'a.'.repeat(130)}test`,
])('"%s" is not a host', (host) => {
  expect(decideHost(host, 80, nothingAllowed)).toEqual({ allowed: false, reason: 'not_a_host' })
})

test.each([
  ['http://Example.COM./', 'example.com', 80],
  ['https://bücher.example.com/', 'xn--bcher-kva.example.com', 443],
  ['http://example.com:8080/', 'example.com', 8080],
  ['http://my_host.example.com/', 'my_host.example.com', 80],
])('%s is resolved as %s port %i', (url, host, port) => {
  expect(decideUrl(url, nothingAllowed)).toEqual({ allowed: true, host, port, named: false })
})

describe('ports below 1024 other than 80 and 443 are refused', () => {
  test.each([0, 1, 22, 25, 79, 81, 442, 444, 853, 1023, 65_536])('%i', (port) => {
    expect(decideHost('example.com', port, nothingAllowed)).toEqual({ allowed: false, reason: 'port' })
  })
  test.each([80, 443, 1024, 6379, 8080, 65_535])('%i passes', (port) => {
    expect(decideHost('example.com', port, nothingAllowed).allowed).toBe(true)
  })
})

describe('hosts of the service are rejected even if an allowance covers them', () => {
  const own = policy('localhost, 127.0.0.0/8, ::1, me.test, 10.0.0.0/8', [
    'api.stillframe.test',
    'localhost:3000',
    '10.1.2.3:9001',
  ])
  test.each([
    ['api.stillframe.test', 443],
    ['API.stillframe.test.', 8443],
    ['localhost', 3000],
    ['127.0.0.1', 3000],
    ['127.9.9.9', 3000],
    ['::1', 3000],
    ['::ffff:127.0.0.1', 3000],
    ['10.1.2.3', 9001],
  ])('%s port %i', (host, port) => {
    expect(decideHost(host, port, own)).toEqual({ allowed: false, reason: 'service_host' })
  })
  test.each([
    ['127.0.0.1', 3000],
    ['::1', 3000],
    ['0.0.0.0', 3000],
    ['10.1.2.3', 9001],
  ])('an allowed name that resolves to %s port %i', (address, port) => {
    expect(decideAddresses('me.test', port, [address], own)).toEqual({
      allowed: false,
      reason: 'service_host',
    })
  })
  test('other ports of the same machine stay allowed', () => {
    expect(decideHost('127.0.0.1', 3001, own).allowed).toBe(true)
    expect(decideAddresses('me.test', 3001, ['127.0.0.1'], own).allowed).toBe(true)
  })
  test('an invalid service host is an error and does not weaken the policy', () => {
    expect(() => decideHost('a.test', 80, policy('', ['http://x/']))).toThrow('"http://x/"')
  })
})

test('a name without addresses is refused', () => {
  expect(decideAddresses('a.test', 80, [], nothingAllowed)).toEqual({ allowed: false, reason: 'no_address' })
})

test('a resolved value that is not an IP address is refused', () => {
  expect(decideAddresses('a.test', 80, ['a.test'], nothingAllowed).allowed).toBe(false)
  expect(decideAddresses('a.test', 80, ['fe80::1%eth0'], policy('a.test')).allowed).toBe(false)
})

test('the addresses of a rejected host stay rejected', () => {
  expect(decideAddresses('localhost', 80, ['93.184.216.34'], nothingAllowed).allowed).toBe(false)
})

describe('ports of the service on loopback are refused under every allowance', () => {
  test.each(['127.0.0.1', '127.0.0.0/8', '127.0.0.1:23456', 'localhost', 'localhost:23456', '[::1]'])(
    '%s',
    (allow) => {
      for (const host of ['127.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost'])
        for (const port of [23_000, 23_456, 24_999]) {
          const decision = decideAddresses(host, port, ['127.0.0.1', '::1'], policy(allow))
          expect(decision.allowed).toBe(false)
        }
    },
  )

  test('other ports and other hosts are not', () => {
    expect(decideHost('127.0.0.1', 22_999, policy('127.0.0.1')).allowed).toBe(true)
    expect(decideHost('127.0.0.1', 25_000, policy('127.0.0.1')).allowed).toBe(true)
    expect(decideHost('10.0.0.5', 23_456, policy('10.0.0.5')).allowed).toBe(true)
  })
})
