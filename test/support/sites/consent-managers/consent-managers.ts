import { readCases } from '../../read-cases.ts'
import type { ConsentManager } from './manager.ts'

/** Each part begins with a name: `host`, `api` and `outcome` have one value, `opens` a selector and HTML. */
const toOption = (part: string) => {
  const [, name = '', value = ''] = /^(\w+) (.*)$/s.exec(part) ?? []
  return [name, name === 'opens' ? value.split(/\n(.*)/s).slice(0, 2) : value]
}

/**
 * Markup and behavior after the vendors' public documentation, as far as the rules of autoconsent use them. Two that are named after a
 * vendor and a way show what the same vendor offers where a site has hidden the button that declines.
 */
export const consentManagers: Record<string, ConsentManager> = Object.fromEntries(
  readCases('notices/consent-managers.txt').map(({ name, parts: [html = '', ...options] }) => [
    name,
    { html, ...Object.fromEntries(options.map(toOption)) },
  ]),
)
