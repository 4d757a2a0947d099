import { watchNames } from '../../in-page/names.ts'
import { addStyles } from '../../in-page/styles.ts'
import { inPagePrelude } from '../../page/in-page-source.ts'
import type { ConsentRules } from './annoyances.ts'

/** The page cannot see the globals of this world, or the binding, which exists only in it. */
export const worldName = 'stillframe-annoyances'
export const bindingName = 'stillframeReport'

/**
 * Frames without a URL contain no dialogs, and a page may have a hundred of them. If scripts are disabled, timers do not run in this
 * world either, so the search would never end.
 */
const onlyInPages = "if (/^https?:$/.test(location.protocol) && !matchMedia('(scripting: none)').matches)"

/** Returns the script for every new document: the consent script, the watch for cosmetic rules, or both. */
export const frameScript = (
  consent: { source: string; rules: ConsentRules } | undefined,
  hasCosmetics: boolean,
): string =>
  `${onlyInPages} {${inPagePrelude}${consent ? consentScript(consent) : ''}${hasCosmetics ? cosmetics : ''}}`

/** Every message costs CPU time in three processes, so evaluations are sent together, and reports only once a search has begun. */
const consentScript = ({ source, rules }: { source: string; rules: ConsentRules }) => `
globalThis.commonRules = ${JSON.stringify(rules.common.json)};
const send = (message) => ${bindingName}(JSON.stringify(message));
let evals = [];
const sendEvals = () => {
  send({ type: 'evals', evals });
  evals = [];
};
globalThis.autoconsentSendMessage = async (message) => {
  if (message.type === 'eval') {
    if (evals.push(message) === 1) queueMicrotask(sendEvals);
  } else if (message.type === 'init') send({ ...message, isTop: window.top === window });
  else if (message.type !== 'report' || message.state.findCmpAttempts > 0) send(message);
};
${source}
`

const cosmetics = `
globalThis.addStyles = ${addStyles};
(${watchNames})((names) => ${bindingName}(JSON.stringify({ type: 'names', url: location.href, ...names })));
`
