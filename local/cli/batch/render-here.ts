import { AppError } from '../../../lib/base/errors.ts'
import { UsageError } from '../../accounts/usage-error.ts'
import { renderHere } from '../made-files.ts'
import { assertPossible, createLocalRenderer, type LocalRenderer } from '../render-here.ts'
import type { Rendering } from './batch-command.ts'
import type { Row } from './read-rows.ts'

/** Renders rows in this process, each lane with its browser. */
export const renderRowsHere = async (rows: readonly Row[], rendering: Rendering): Promise<void> => {
  const { operation, env, concurrency = 2 } = rendering
  assertPossible(rendering.parameters)
  const stop = new AbortController()
  const signal = AbortSignal.any([rendering.signal, stop.signal])
  const queue = [...rows]
  const renderRow = async (row: Row, renderer: LocalRenderer) => {
    const { external_id: _, ...own } = row.parameters
    const parameters = { ...rendering.parameters, ...own }
    try {
      const files = await renderHere(renderer, { operation, parameters, signal })
      await rendering.onDone(row, files)
    } catch (error) {
      signal.throwIfAborted()
      // The page failed, or its parameters are wrong. Everything else would fail for the next one as well.
      if (error instanceof UsageError)
        rendering.onFailed(row, { code: 'invalid_parameter', message: error.message })
      else if (error instanceof AppError) rendering.onFailed(row, error)
      else throw error
    }
  }
  const lane = async () => {
    await using renderer = createLocalRenderer(env)
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      signal.throwIfAborted()
      await renderRow(row, renderer)
    }
  }
  const lanes = Array.from({ length: Math.min(concurrency, rows.length) }, lane)
  // Every lane closes its browser before the first error is thrown.
  await Promise.all(lanes.map((each) => each.catch((error: unknown) => stop.abort(error))))
  stop.signal.throwIfAborted()
}
