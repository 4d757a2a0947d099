import { createHash } from 'node:crypto'
import type { RenderOperationId } from '../../schema/operations.ts'
import type { WatchOptions, WatchView } from '../../schema/watch.ts'

/** How a task watches its page, complete. */
export type Watch = WatchView

/** Returns undefined if the task does not watch its page. */
export const toWatch = (options: WatchOptions | undefined): Watch | undefined => {
  if (options === undefined || options.mode === 'off') return undefined
  return { ...options, mode: options.mode }
}

interface WatchedTask {
  api: RenderOperationId
  query: string
  watch?: Watch | undefined
}

/**
 * Returns a text that is equal for runs that can be compared. A baseline with another one belongs to an earlier definition of its task and
 * does not count.
 */
export const toWatchKey = ({ api, query, watch }: WatchedTask): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        api,
        query,
        watch?.mode,
        watch?.ignore_selectors,
        // Baselines of tasks from before this option keep their key.
        ...(watch?.ignore_links ? ['ignore_links'] : []),
      ]),
    )
    .digest('hex')
    .slice(0, 16)
