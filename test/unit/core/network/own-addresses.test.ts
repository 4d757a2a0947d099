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

describe('the addresses of this machine count as private', () => {
  const own = ['127.0.0.1', '8.8.4.4', '2606:4700::9', 'fe80::1']
  const onThisMachine = (allow = '', serviceHosts: string[] = []) => ({
    ...policy(allow, serviceHosts),
    ownAddresses: () => own,
  })

  test.each([
    'http://8.8.4.4/',
    'http://8.8.4.4:9002/',
    'http://0x08080404/',
    'http://[2606:4700::9]/',
    'http://[2606:4700:0:0::9]/',
    'http://[::ffff:8.8.4.4]/',
  ])('%s is refused', (url) => {
    expect(decideUrl(url, onThisMachine())).toEqual({ allowed: false, reason: 'private' })
    expect(decideUrl(url, nothingAllowed)).toMatchObject({ allowed: true })
  })

  test('a name that resolves to one is refused', () => {
    expect(decideAddresses('a.example', 443, ['1.1.1.1', '8.8.4.4'], onThisMachine())).toEqual({
      allowed: false,
      reason: 'private',
    })
  })

  test('an address that the machine receives later is refused as well', () => {
    const changing = onThisMachine()
    expect(decideHost('9.9.9.9', 443, changing)).toMatchObject({ allowed: true })
    own.push('9.9.9.9')
    expect(decideHost('9.9.9.9', 443, changing)).toMatchObject({ allowed: false })
  })

  test.each(['8.8.4.4', '8.8.4.4:9002', '8.8.0.0/16'])('the operator can allow one with %s', (allow) => {
    expect(decideHost('8.8.4.4', 9002, onThisMachine(allow))).toMatchObject({ allowed: true })
  })

  test('no allowance opens the port of the service', () => {
    const allowing = onThisMachine('8.8.4.4', ['localhost:3000'])
    expect(decideHost('8.8.4.4', 3000, allowing)).toEqual({ allowed: false, reason: 'service_host' })
    expect(decideHost('8.8.4.4', 3001, allowing)).toMatchObject({ allowed: true })
  })
})
