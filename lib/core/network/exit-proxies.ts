import { InvalidParameterError } from '../../base/errors.ts'
import { parseProxyAddress } from '../../schema/http-url.ts'
import type { UpstreamProxy } from '../plan/render-plan.ts'

/** Exits by lower-case ISO 3166 country code; a country may have several. */
export type ExitProxies = ReadonlyMap<string, readonly UpstreamProxy[]>

/**
 * Reads `us=http://user:password@host:port,de=…`. Commas inside a password are percent-encoded.
 * @throws Error that names the country of the invalid entry, never its credentials
 */
export const parseExitProxies = (text: string): ExitProxies => {
  const exits = new Map<string, UpstreamProxy[]>()
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  for (const [index, entry] of entries.entries()) {
    const { country, proxy } = parseEntry(entry, index + 1)
    exits.set(country, [...(exits.get(country) ?? []), { ...proxy, isOwn: true }])
  }
  return exits
}

/**
 * Returns the exit for an `ip_location`. `eu` selects any country of the European Union.
 * @param random from 0 up to, not including, 1: picks among several
 * @throws InvalidParameterError if none is configured
 */
export const decideExit = (country: string, exits: ExitProxies, random = 0): UpstreamProxy => {
  const candidates = [...exits].filter(([code]) => isMatch(code, country)).flatMap(([, proxies]) => proxies)
  const exit = candidates[Math.floor(random * candidates.length)]
  if (exit) return exit
  const locations = [...exits.keys()].sort().join(', ') || 'none'
  throw new InvalidParameterError(
    `\`ip_location\` is ${country}, but this service has no exit proxy there. Available locations: ${locations}.`,
  )
}

const isMatch = (code: string, country: string): boolean =>
  code === country || (country === 'eu' && europeanUnion.has(code))

const europeanUnion = new Set([
  ...['at', 'be', 'bg', 'cy', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'fr', 'gr', 'hr', 'hu'],
  ...['ie', 'it', 'lt', 'lu', 'lv', 'mt', 'nl', 'pl', 'pt', 'ro', 'se', 'si', 'sk'],
])

const parseEntry = (entry: string, position: number) => {
  const [, country, address = ''] = /^([a-z]{2})\s*=\s*(\S.*)$/i.exec(entry) ?? []
  if (country === undefined)
    throw new Error(`Entry ${position} must be written as <country>=http://user:password@host:port.`)
  const proxy = parseProxyAddress(address)
  if (!proxy)
    throw new Error(`The entry of ${country} must be written as ${country}=http://user:password@host:port.`)
  return { country: country.toLowerCase(), proxy }
}
