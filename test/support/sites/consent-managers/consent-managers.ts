import type { ConsentManager } from './manager.ts'
import { managersWithAButton } from './managers-with-a-button.ts'
import { otherManagers } from './other-managers.ts'

/**
 * Markup and behavior after the vendors' public documentation, as far as the rules of autoconsent use them. Two that are named after a
 * vendor and a way show what the same vendor offers where a site has hidden the button that declines.
 */
export const consentManagers: Record<string, ConsentManager> = {
  ...Object.fromEntries(Object.entries(managersWithAButton).map(([name, html]) => [name, { html }])),
  ...otherManagers,
}
