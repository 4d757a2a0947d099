import type { TaskChanges } from '../../../lib/schema/tasks.ts'
import type { WatchOptions, WatchView } from '../../../lib/schema/watch.ts'
import type { RenderCall } from '../parameters/form-values.ts'

/** How the form of a task compares its runs and keeps them. An undefined number is the default. */
export interface Watching {
  isOn: boolean
  threshold: number | undefined
  ignoreSelectors: string[]
  ignoreLinks: boolean
  notify: WatchView['notify']
  keepRuns: number | undefined
}

/** Returns what the form of an existing task begins with, or of a new one. */
export const toWatching = (watch: WatchView | null = null, keepRuns: number | null = null): Watching => ({
  isOn: watch !== null,
  threshold: watch?.threshold,
  ignoreSelectors: watch?.ignore_selectors ?? [],
  ignoreLinks: watch?.ignore_links ?? false,
  notify: watch?.notify ?? 'change',
  keepRuns: keepRuns ?? undefined,
})

/** Returns how the results of a call can be compared, or undefined if they cannot. */
export const modeOf = ({ operation, values }: RenderCall): WatchView['mode'] | undefined => {
  if (operation === 'screenshot') return 'visual'
  return operation === 'scrape' && values['format'] === 'md' ? 'text' : undefined
}

/** Returns the parameters of the task. `was` is what an existing task has. */
export const toWatchInput = (
  { isOn, threshold, ignoreSelectors, ignoreLinks, notify, keepRuns }: Watching,
  call: RenderCall,
  was: Watching,
): Pick<TaskChanges, 'watch' | 'keep_runs'> => {
  const mode = isOn ? modeOf(call) : undefined
  const watch: WatchOptions | undefined = mode && {
    mode,
    threshold: threshold ?? 0,
    ignore_selectors: mode === 'visual' ? ignoreSelectors : [],
    ...(mode === 'text' && ignoreLinks && { ignore_links: true }),
    notify,
  }
  const off: WatchOptions = { mode: 'off', threshold: 0, ignore_selectors: [], notify: 'change' }
  return {
    ...(watch ? { watch } : was.isOn && { watch: off }),
    ...(keepRuns !== undefined ? { keep_runs: keepRuns } : was.keepRuns !== undefined && { keep_runs: 0 }),
  }
}
