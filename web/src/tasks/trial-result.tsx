import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { waitingSecondsMax } from '../../../lib/schema/fields/waiting.ts'
import type { RenderCall } from '../parameters/form-values.ts'
import { isCut, toTrial } from '../parameters/problems.ts'
import { ResultView } from '../results/result-view.tsx'
import { useRender } from '../results/use-render.ts'
import { ErrorState, LoadingLines } from '../shared/states.tsx'

/** Renders a call when it appears, and shows the result. */
export const TrialResult = ({ call }: { call: RenderCall }) => {
  const { result, error, start } = useRender()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second render would cost a second hit.
  useEffect(() => start(toTrial(call)), [])
  return (
    <>
      {isCut(call) && (
        <Text size="sm" c="dimmed" mb="sm">
          A trial waits or records for at most {waitingSecondsMax} seconds. The runs of the task take the time
          that you set.
        </Text>
      )}
      {error && <ErrorState error={error} />}
      {!error && (result ? <ResultView result={result} /> : <LoadingLines lines={6} />)}
    </>
  )
}
