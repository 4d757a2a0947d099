import { watchNames } from '../../in-page/names.ts'
import { addStyles } from '../../in-page/styles.ts'
import { inPagePrelude } from '../../page/in-page-source.ts'

/** The page cannot see this world's globals, nor the binding, which exists in no other. */
export const worldName = 'stillframe-annoyances'
export const bindingName = 'stillframeReport'

/**
 * Frames without an address of their own show nothing that has a dialog, and there may be a hundred of them. Where scripts
 * are off no timer runs, in this world neither, and the search would never end.
 */
const onlyInPages = "if (/^https?:$/.test(location.protocol) && !matchMedia('(scripting: none)').matches)"

/** What runs in every frame from its document's start: the consent script, the watch for cosmetic rules, or both. */
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
