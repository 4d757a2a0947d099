import { useMemo } from 'react'
import { findProblems, type Problems, readNamedProblems } from './find-problems.ts'
import type { RenderCall } from './form-values.ts'

/** Returns the problems of the values, and those that an error of the service names. @param error about this very call */
export const useProblems = (call: RenderCall, error: Error | null): Problems => {
  const text = JSON.stringify(call)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the call, which is new with each render.
  return useMemo(() => {
    const found = findProblems(call)
    return error ? new Map([...readNamedProblems(error.message), ...found]) : found
  }, [text, error])
}
