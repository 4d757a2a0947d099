import { expect, test } from 'vitest'
import { toClientGroup } from '../../../../lib/core/network/client-address.ts'

test('an IPv4 address is one client, as IPv6 writes it too, and a network of 64 bits is one client', () => {
  expect(toClientGroup('::ffff:192.0.2.7')).toBe(toClientGroup('192.0.2.7'))
  expect(toClientGroup('2001:db8:1:2::1')).toBe(toClientGroup('2001:db8:1:2:ffff:0:9:1'))
  expect(toClientGroup('2001:db8:1:2::1')).not.toBe(toClientGroup('2001:db8:1:3::1'))
  expect(toClientGroup('192.0.2.7')).not.toBe(toClientGroup('192.0.2.8'))
})

test('there are at most 65,536 groups, whatever a header contains', () => {
  for (const address of ['192.0.2.7', '2001:db8::1', '', 'x'.repeat(9000), '192.0.2.7, 192.0.2.8'])
    expect(toClientGroup(address)).toMatch(/^[0-9a-f]{4}$/)
})
