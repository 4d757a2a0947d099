import { AppError } from '../../../lib/base/errors.ts'
import { renderHere } from '../made-files.ts'
import { createLocalRenderer } from '../render-here.ts'
import type { Rendering } from './batch-command.ts'
import type { Row } from './read-rows.ts'

/** Renders rows in this process, each lane with its browser. */
export const renderRowsHere = async (rows: readonly Row[], rendering: Rendering): Promise<void> => {
  const { operation, env, signal, concurrency } = rendering
  const queue = [...rows]
  const lane = async () => {
    await using renderer = createLocalRenderer(env)
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      signal.throwIfAborted()
      const { external_id: _, ...own } = row.parameters
      const parameters = { ...rendering.parameters, ...own }
      try {
        const files = await renderHere(renderer, { operation, parameters, signal })
        await rendering.onDone(row, files)
      } catch (error) {
        signal.throwIfAborted()
        // The page failed, or its parameters are wrong. Everything else would fail for the next one as well.
        if (!(error instanceof AppError)) throw error
        rendering.onFailed(row, error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, lane))
}
