import { watchNames } from '../../in-page/names.ts'
import { addStyles } from '../../in-page/styles.ts'
import { inPagePrelude } from '../../page/in-page-source.ts'

/** The page cannot see the binding, which exists only in the service's world. */
export const bindingName = 'stillframeReport'

/**
 * Frames without a URL contain no dialogs, and a page may have a hundred of them. If scripts are disabled, timers do not run in this
 * world either, so the search would never end.
 */
const onlyInPages = "if (/^https?:$/.test(location.protocol) && !matchMedia('(scripting: none)').matches)"

/**
 * Returns the script for every new document: the watch for cosmetic rules, the request for the consent script, or both. It is short,
 * because Chromium copies it several times between its processes.
 */
export const frameScript = ({
  hasConsent,
  hasCosmetics,
}: {
  hasConsent: boolean
  hasCosmetics: boolean
}): string => `${onlyInPages} {${hasCosmetics ? cosmetics : ''}${hasConsent ? requestConsent : ''}}`

const requestConsent = `
${bindingName}(JSON.stringify({ type: 'init', url: location.href, isTop: window.top === window }));
`

const cosmetics = `
${inPagePrelude}
globalThis.addStyles = ${addStyles};
(${watchNames})((names) => ${bindingName}(JSON.stringify({ type: 'names', url: location.href, ...names })));
`
