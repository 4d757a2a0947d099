import { useEffect } from 'react'
import type { RenderCall } from '../parameters/form-values.ts'
import { ResultView } from '../results/result-view.tsx'
import { useRender } from '../results/use-render.ts'
import { ErrorState, LoadingLines } from '../shared/states.tsx'

/** A trial is shown here, so it neither runs in the background nor tells a receiver. */
const toTrial = ({ operation, values }: RenderCall): RenderCall => ({
  operation,
  values: Object.fromEntries(
    Object.entries(values).filter(([name]) => name !== 'async' && !name.startsWith('webhook_')),
  ),
})

/** Renders a call when it appears, and shows the result. */
export const TrialResult = ({ call }: { call: RenderCall }) => {
  const { result, error, start } = useRender()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second render would cost a second hit.
  useEffect(() => start(toTrial(call)), [])
  if (error) return <ErrorState error={error} />
  return result ? <ResultView result={result} /> : <LoadingLines lines={6} />
}
