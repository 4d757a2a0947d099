import { demoHost } from '../../../lib/core/network/demo-host.ts'

/**
 * What begins with a scheme, even an unfinished or an encoded one, or with a path, and what has a space in its host, which some browsers accept. A
 * colon with a port after it ends no scheme.
 */
const noHost = /^(?:[a-z][a-z\d+.-]*:(?!\d)|https?(?:%3a|$)|\/|[^/?#]*\s)/i

const thisMachine = /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/

/**
 * Returns a URL with the scheme that a person left out: `http://` for this machine and the bundled demo page, else `https://`. Leaves
 * everything else as it is.
 */
export const withScheme = (text: string): string => {
  const address = text.trim().replace(/^\/\//, '')
  const host = noHost.test(address) ? undefined : URL.parse(`http://${address}`)?.hostname
  if (!host) return text
  return `${host === demoHost || thisMachine.test(host) ? 'http' : 'https'}://${address}`
}
