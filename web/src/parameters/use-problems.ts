import { useMemo } from 'react'
import { findProblems, type Problems, readNamedProblems } from './find-problems.ts'
import type { RenderCall } from './form-values.ts'

/** Returns the problems of the values, and those that the service found in the call, until the call is changed. */
export const useProblems = (
  call: RenderCall,
  error: Error | null | undefined,
  sent: RenderCall | undefined,
): Problems => {
  const text = JSON.stringify(call)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the call, which is new with each render.
  return useMemo(() => {
    const isSent = sent && JSON.stringify(sent) === text
    const found = findProblems(call)
    return isSent && error ? new Map([...readNamedProblems(error.message), ...found]) : found
  }, [text, error, sent])
}
