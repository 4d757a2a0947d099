import { watchNames } from '../../in-page/names.ts'
import { addStyles } from '../../in-page/styles.ts'
import { inPagePrelude } from '../../page/in-page-source.ts'

/** The page cannot see the globals of this world, or the binding, which exists only in it. */
export const worldName = 'stillframe-annoyances'
export const bindingName = 'stillframeReport'

/**
 * Frames without a URL contain no dialogs, and a page may have a hundred of them. If scripts are disabled, timers do not run in this
 * world either, so the search would never end.
 */
const onlyInPages = "if (/^https?:$/.test(location.protocol) && !matchMedia('(scripting: none)').matches)"

/** Returns the script for every new document: the consent script, the watch for cosmetic rules, or both. */
export const frameScript = (consentSource: string | undefined, hasCosmetics: boolean): string =>
  `${onlyInPages} {${inPagePrelude}${consentSource === undefined ? '' : consent(consentSource)}${hasCosmetics ? cosmetics : ''}}`

const consent = (source: string) => `
globalThis.autoconsentSendMessage = async (message) => ${bindingName}(JSON.stringify(
  message.type === 'init' ? { ...message, isTop: window.top === window } : message));
${source}
`

const cosmetics = `
globalThis.addStyles = ${addStyles};
(${watchNames})((names) => ${bindingName}(JSON.stringify({ type: 'names', url: location.href, ...names })));
`
