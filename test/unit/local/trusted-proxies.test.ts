import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createClientAddress, parseTrustedProxies } from '../../../local/trusted-proxies.ts'

const addressOf = (trusted: string, remoteAddress: string, forwarded?: string | string[]) =>
  createClientAddress(parseTrustedProxies(trusted))({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

test.each([
  ['nothing is trusted', '', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['another proxy is trusted', '10.0.0.1', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
  ['the proxy is trusted', '127.0.0.1', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the address is mapped', '127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['it has IPv6', '::1', '::1', '2001:db8::7', '2001:db8::7'],
  ['the client made up an address', '127.0.0.1', '127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['there are two proxies', '127.0.0.1, 10.0.0.0/8', '127.0.0.1', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
  [
    'the client made up a proxy',
    '127.0.0.1, 10.0.0.0/8',
    '127.0.0.1',
    '1.1.1.1, 10.9.9.9, 203.0.113.9',
    '203.0.113.9',
  ],
  ['the proxy sends no header', '127.0.0.1', '127.0.0.1', undefined, '127.0.0.1'],
  ['the header is no address', '127.0.0.1', '127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
  ['the client is on the machine', '127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['the proxy appends its port', '127.0.0.1', '127.0.0.1', '203.0.113.9:5678', '203.0.113.9'],
  ['it has IPv6 and a port', '::1', '::1', '1.1.1.1, [2001:DB8:0::7]:443', '2001:db8::7'],
  ['it has brackets', '::1', '::1', '[2001:db8::7]', '2001:db8::7'],
  ['it is mapped', '127.0.0.1', '127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['it is mapped in hexadecimal', '127.0.0.1', '127.0.0.1', '[::ffff:cb00:7109]:80', '203.0.113.9'],
  [
    'the second proxy has a port',
    '127.0.0.1, ::ffff:10.0.0.0/104',
    '127.0.0.1',
    '203.0.113.9, 10.1.2.3:80',
    '203.0.113.9',
  ],
  ['the header has a name', '127.0.0.1', '127.0.0.1', '203.0.113.9, localhost:80', '127.0.0.1'],
  ['the header has an octal number', '127.0.0.1', '127.0.0.1', '203.0.113.9, 0177.0.0.1', '127.0.0.1'],
  ['the header has only a port', '127.0.0.1', '127.0.0.1', '203.0.113.9, :80', '127.0.0.1'],
  ['the header has two ports', '127.0.0.1', '127.0.0.1', '203.0.113.9, 203.0.113.9:80:80', '127.0.0.1'],
  ['there are two headers', '127.0.0.1', '127.0.0.1', ['198.51.100.1', '203.0.113.9'], '203.0.113.9'],
])('the address of the client, if %s', (_case, trusted, remote, forwarded, expected) => {
  expect(addressOf(trusted, remote, forwarded)).toBe(expected)
})

test.each([
  'localhost',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '::1/129',
  '1.2.3',
  '1.2.3/24',
  '010.0.0.0/8',
  '::ffff:10.0.0.0/95',
  '127.0.0.1:80',
])('%s is no proxy', (text) => {
  expect(() => parseTrustedProxies(text)).toThrow('IP addresses and CIDR ranges')
})
