import { expect, test } from 'vitest'
import { isPrivateName } from '../../../../lib/core/network/private-names.ts'

test.each([
  ...['router.lan', 'a.corp', 'x.home', 'a.home.arpa', 'kubernetes.default.svc', 'localhost.localdomain'],
  ...['db.service.consul', 'wiki.intranet', 'localtest.me', 'a.localtest.me', 'lvh.me', 'nip.io', 'a.nip.io'],
  ...[
    '127.0.0.1.nip.io',
    'app.10.0.0.5.nip.io',
    '10-0-0-5.sslip.io',
    'a-192-168-1-1.sslip.io',
    '--1.sslip.io',
  ],
  ...['7f000001.nip.io', '999.1.1.1.nip.io', '169.254.169.254.traefik.me'],
])('%s is private', (name) => expect(isPrivateName(name)).toBe(true))

test.each([
  ...[
    'example.com',
    'lan.example.com',
    'corp.com',
    'plan',
    'mylan',
    'notlocaltest.me',
    'sslip.io.example.com',
  ],
  ...['93.184.216.34.nip.io', 'app-93-184-216-34.sslip.io'],
])('%s may be public', (name) => expect(isPrivateName(name)).toBe(false))
