import type { FiltersEngine } from '@ghostery/adblocker'
import { parse } from 'tldts'

export interface UsedNames {
  url: string
  classes: readonly string[]
  ids: readonly string[]
}

/** The style sheet that hides what the engine's list calls unwanted; for a later call only what the new names add. */
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
