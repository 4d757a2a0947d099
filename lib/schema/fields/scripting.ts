import type { Rule } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import type { Action } from './actions.ts'

const { flag } = fieldsOf('interaction')

export const js_enabled = flag(true, {
  title: 'Scripts of the page',
  description:
    'If false, no script of the page or its frames runs: the page is as its server sent it and shows the content of `noscript`. Actions and waits ' +
    'for elements still work. Parameters that run scripts require `js_enabled=true`.',
  'x-extension': true,
})

/** Parameters that run a script in the page, or that only a script of the page can read. */
const scripted = ['scripts', 'init_scripts', 'wait_for_function', 'local_storage', 'session_storage'] as const

type ScriptOptions = { js_enabled: boolean; actions: readonly Action[] } & Partial<
  Record<(typeof scripted)[number], unknown>
>

export const isGiven = (value: unknown) =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

export const needsScripts = (parameter: string) => `\`${parameter}\` requires \`js_enabled=true\`.`

const runsScript = (action: Action) =>
  action.action === 'evaluate' ||
  (action.action === 'wait' && action.expression !== undefined) ||
  (action.action === 'scroll' && action.to === 'end')

/** Without scripts, no script can be injected into the document. */
export const scriptsOff: Rule<ScriptOptions> = {
  parameters: ['js_enabled', 'actions', ...scripted],
  problemOf: (options) => {
    if (options.js_enabled) return undefined
    const used = scripted.find((name) => isGiven(options[name]))
    if (used) return needsScripts(used)
    const index = options.actions.findIndex(runsScript)
    return index < 0 ? undefined : needsScripts(`actions[${index}]`)
  },
}
