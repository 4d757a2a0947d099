import type { Script } from '../../browser/scripts.ts'
import type * as Frames from '../../in-page/frames.ts'

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
export const frameScript = (
  frames: Script<typeof Frames>,
  { hasConsent, hasCosmetics }: { hasConsent: boolean; hasCosmetics: boolean },
): string =>
  `${onlyInPages} {${hasCosmetics ? watchCosmetics(frames) : ''}${hasConsent ? requestConsent : ''}}`

const requestConsent = `
${bindingName}(JSON.stringify({ type: 'init', url: location.href, isTop: window.top === window }));
`

const watchCosmetics = ({ name, source }: Script<typeof Frames>) => `(() => { ${source}
globalThis.addStyles = ${name}.addStyles;
${name}.watchNames((names) => ${bindingName}(JSON.stringify({ type: 'names', url: location.href, ...names }))) })();
`
