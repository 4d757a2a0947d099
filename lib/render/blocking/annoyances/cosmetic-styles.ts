import type { FiltersEngine } from '@ghostery/adblocker'
import { parse } from 'tldts'

export interface UsedNames {
  url: string
  classes: readonly string[]
  ids: readonly string[]
}

/** Returns the style sheet that hides the unwanted elements of the engine's list. Later calls return only the rules for new names. */
export const cosmeticStyles = (
  engine: FiltersEngine,
  { url, classes, ids }: UsedNames,
  isFirst: boolean,
): string => {
  const { hostname, domain } = parse(url, { allowPrivateDomains: true })
  return engine.getCosmeticsFilters({
    url,
    hostname: hostname ?? '',
    domain: domain ?? hostname ?? '',
    classes: [...classes],
    ids: [...ids],
    hrefs: [],
    getBaseRules: isFirst,
    getRulesFromHostname: isFirst,
    getRulesFromDOM: true,
    getInjectionRules: false,
    getExtendedRules: false,
  }).styles
}
