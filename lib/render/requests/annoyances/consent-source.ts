import { type CompactCMPRuleset, filterCompactRules, type IndexedCMPRuleset } from '@duckduckgo/autoconsent'
import { bindingName } from './frame-script.ts'

/** What a frame sends when it begins. */
export interface ConsentRequest {
  url: string
  isTop: boolean
}

/** Returns the consent script for one frame, with the rules that apply to it. */
export type ConsentSource = (frame: ConsentRequest) => string

/**
 * Most sites have no rules of their own, so the script of the page itself is made once.
 *
 * @param source the bundled script
 */
export const createConsentSource = (source: string, rules: IndexedCMPRuleset): ConsentSource => {
  const rulesOf = ({ url, isTop }: ConsentRequest) => filterCompactRules(rules, { url, mainFrame: isTop })
  const common = rulesOf({ url: 'https://site.invalid/', isTop: true })
  const commonText = toScript(source, common)
  return (frame) => {
    const compact = rulesOf(frame)
    return frame.isTop && compact.r.length === common.r.length ? commonText : toScript(source, compact)
  }
}

/** Every message costs CPU time in three processes, so evaluations are sent together, and reports only once a search has begun. */
const toScript = (source: string, compact: CompactCMPRuleset) => `{
const send = (message) => ${bindingName}(JSON.stringify(message));
let evals = [];
const sendEvals = () => {
  send({ type: 'evals', evals });
  evals = [];
};
globalThis.autoconsentSendMessage = async (message) => {
  if (message.type === 'eval') {
    if (evals.push(message) === 1) queueMicrotask(sendEvals);
  } else if (message.type !== 'init' && (message.type !== 'report' || message.state.findCmpAttempts > 0)) send(message);
};
${source}
void autoconsentReceiveMessage({
  type: 'initResp',
  config: ${config},
  rules: { autoconsent: [], compact: JSON.parse(${JSON.stringify(JSON.stringify(compact))}) },
});
}`

const config = JSON.stringify({
  enabled: true,
  autoAction: 'optOut',
  disabledCmps: [],
  // Only while a dialog is being declined; see QuietConsent.
  enablePrehide: true,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  enableHeuristicDetection: false,
  detectRetries: 20,
  isMainWorld: false,
  prehideTimeout: 2000,
  // Declines where possible, and accepts if the only button accepts.
  heuristicMode: 'tier2',
  logs: {
    lifecycle: false,
    rulesteps: false,
    detectionsteps: false,
    evals: false,
    errors: false,
    messages: false,
    waits: false,
  },
})
