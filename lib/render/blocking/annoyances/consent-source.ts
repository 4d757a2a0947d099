import { type CompactCMPRuleset, filterCompactRules, type IndexedCMPRuleset } from '@duckduckgo/autoconsent'
import type { Script } from '../../browser/scripts.ts'
import type * as Frames from '../../in-page/frames.ts'
import type { ConsentQuestions } from '../../in-page/suspect-dialog.ts'
import { bindingName } from './frame-script.ts'

/** The message of a frame that begins. */
interface ConsentRequest {
  url: string
  isTop: boolean
}

/** A page of a site for which no specific rules exist. */
export const commonFrame: ConsentRequest = { url: 'https://site.invalid/', isTop: true }

/** The scripts that search a frame for consent dialogs. */
export interface ConsentSource {
  /** For a frame that begins: the consent script with the rules that apply to the frame, or a short script that may ask for it. */
  begin(frame: ConsentRequest): string
  /** The consent script for a page whose short script suspects a dialog. */
  readonly page: string
  /** The pattern of texts that may be in a dialog. */
  readonly mention: string
}

/**
 * The consent script is 160 KB with its rules, and every byte passes through three processes. Most sites have no specific rules, and
 * most pages no dialog. `questions` tell these from the others.
 *
 * @param source the bundled script
 * @param noticeScript for dialogs that no rule knows, which only the page itself may show
 * @param frames the short script that asks the questions
 */
export const createConsentSource = (
  source: string,
  noticeScript: string,
  frames: Script<typeof Frames>,
  rules: IndexedCMPRuleset,
  questions: ConsentQuestions,
): ConsentSource => {
  const rulesOf = ({ url, isTop }: ConsentRequest) => filterCompactRules(rules, { url, mainFrame: isTop })
  const common = rulesOf(commonFrame)
  const short = `(() => { ${frames.source}
${frames.name}.suspectDialog(${JSON.stringify(questions)}, (message) => ${bindingName}(JSON.stringify(message))) })()`
  return {
    page: toScript(`${noticeScript}\n${source}`, common),
    mention: questions.text,
    begin(frame) {
      const compact = rulesOf(frame)
      if (!frame.isTop) return toScript(source, compact)
      return compact.r.length === common.r.length ? short : toScript(`${noticeScript}\n${source}`, compact)
    },
  }
}

/** Returns the consent script with these rules. Every message costs CPU time in three processes, so evaluations are sent together, and reports only once a search has begun. */
export const toScript = (source: string, compact: CompactCMPRuleset) => `{
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
  // Dialogs that no rule knows have a rule of ours; see QuietConsent.
  heuristicMode: 'off',
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
