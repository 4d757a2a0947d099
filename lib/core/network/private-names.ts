import { isPublicAddress, toAddress } from './public-address.ts'

/** Zones that are private by convention or registration (RFC 6762 appendix G, RFC 8375, Kubernetes, Consul). */
const privateZones = [
  ...[
    'cluster',
    'consul',
    'corp',
    'domain',
    'home',
    'home.arpa',
    'intra',
    'intranet',
    'lan',
    'localdomain',
    'private',
  ],
  ...['svc', 'workgroup'],
]

/** Public names that resolve to loopback by design. */
const loopbackZones = [
  ...['lacolhost.com', 'localhost.direct', 'localho.st', 'localtest.me', 'lvh.me'],
  ...['vcap.me'],
]

/** Zones whose names contain the address that they resolve to, such as `10-0-0-5.sslip.io`. */
const embeddingZones = ['backname.io', 'local-ip.sh', 'nip.io', 'sslip.io', 'traefik.me', 'xip.io']

const isWithin = (name: string, zones: readonly string[]): boolean =>
  zones.some((zone) => name === zone || name.endsWith(`.${zone}`))

/**
 * Returns whether a name is known to resolve to a private address. Used if another proxy resolves the name, so its address cannot be
 * checked here. Other names may still resolve to a private address of that proxy's network.
 */
export const isPrivateName = (name: string): boolean =>
  isWithin(name, privateZones) ||
  isWithin(name, loopbackZones) ||
  (isWithin(name, embeddingZones) && !embedsPublicAddress(name))

const embedsPublicAddress = (name: string): boolean => {
  const pieces = name.split(/[.-]/)
  const start = pieces.findIndex((_, at) => pieces.slice(at, at + 4).filter(isDecimal).length === 4)
  const address = toAddress(
    start < 0
      ? ''
      : pieces
          .slice(start, start + 4)
          .map(Number)
          .join('.'),
  )
  return address !== undefined && isPublicAddress(address)
}

const isDecimal = (text: string): boolean => /^\d{1,3}$/.test(text)
