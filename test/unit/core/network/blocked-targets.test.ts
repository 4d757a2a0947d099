import { expect, test } from 'vitest'
import { decideHost } from '../../../../lib/core/network/address-policy.ts'
import { countBlockedTargets } from '../../../../lib/core/network/blocked-targets.ts'
import { parseEgressAllow } from '../../../../lib/core/network/egress-allow.ts'

const policy = { allow: parseEgressAllow(''), serviceHosts: ['api.example.com'] }

const denialsOf = (hosts: readonly string[], port = 80) =>
  hosts.flatMap((host) => {
    const decision = decideHost(host, port, policy)
    return decision.allowed ? [] : [decision]
  })

test('internal targets are counted by kind, without their addresses', () => {
  const counts = countBlockedTargets(
    denialsOf([
      ...['127.0.0.1', '0.0.0.0', '[::1]'],
      ...['169.254.169.254', '[fe80::1]'],
      ...['10.0.0.1', '192.168.1.1', '100.100.100.200', '[fd00:ec2::254]', '168.63.129.16'],
      ...['240.0.0.1', '224.0.0.1'],
      ...['localhost', 'metadata.internal', 'api.example.com'],
    ]),
  )
  expect(counts).toEqual({
    loopback: 3,
    link_local: 2,
    private: 5,
    reserved: 2,
    service_host: 1,
    reserved_name: 2,
  })
})

test('a closed port and an invalid host are no attempts', () => {
  expect(countBlockedTargets(denialsOf(['93.184.216.34'], 22))).toBeUndefined()
  expect(countBlockedTargets(denialsOf(['exa mple', '93.184.216.34']))).toBeUndefined()
})
