import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { describeIssue } from '../../../lib/core/options/describe-issue.ts'
import { waitingSecondsMax } from '../../../lib/schema/fields/waiting.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { parametersFor, type RenderCall } from './form-values.ts'
import type { Form } from './use-call.ts'

/** What is wrong, by the name of the parameter. */
export type Problems = ReadonlyMap<string, string>

/** Returns what the service would refuse, in its own words. */
export const findProblems = ({ operation, values }: RenderCall): Problems => {
  const parameters = parametersFor(operation)
  const problems = new Map<string, string>()
  for (const issue of operations[operation].input.safeParse(values).error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    if (!problems.has(name)) problems.set(name, describeIssue(issue, parameters.get(name), values[name]))
  }
  return problems
}

/** Returns the call as a render in the background, which may take longer. */
export const inBackground = ({ operation, values }: RenderCall): RenderCall => ({
  operation,
  values: { ...values, async: true },
})

/** Returns the call as a render that the caller waits for. It sends no webhook, and is cut to the seconds that such a render may take. */
export const toTrial = ({ operation, values }: RenderCall): RenderCall => ({
  operation,
  values: Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name !== 'async' && !name.startsWith('webhook_'))
      .map(([name, value]) => [name, isLong(name, value) ? waitingSecondsMax : value]),
  ),
})

/** Returns whether a trial takes less time than the call may take. */
export const isCut = ({ values }: RenderCall): boolean =>
  Object.entries(values).some(([name, value]) => isLong(name, value))

const isLong = (name: string, value: unknown): boolean =>
  (name === 'timeout' || name === 'duration') && Number(value) > waitingSecondsMax

/** Reads the parameters that an error of the service names at the beginning of its lines. */
export const readNamedProblems = (message: string): Problems =>
  new Map(
    message.split('\n').flatMap((line): [string, string][] => {
      const name = /^(?:In `query`: )?(?:The name of )?`(\w+)(?:[.[][^`]*)?`/.exec(line)?.[1]
      return name === undefined ? [] : [[name, line.replace(/^In `query`: /, '')]]
    }),
  )

/** Returns the problems of the values, and those that an error of the service names. @param error about this very call */
export const useProblems = (call: RenderCall, error: Error | null): Problems => {
  const text = JSON.stringify(call)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the call, which is new with each render.
  return useMemo(() => {
    const found = findProblems(call)
    return error ? new Map([...readNamedProblems(error.message), ...found]) : found
  }, [text, error])
}

/** Shows problems, and moves the focus to the first input that has one. The input is there by then, in a group that has opened. */
export const focusProblem = (
  root: HTMLElement | null,
  form: Pick<Form, 'setSearch'>,
  show: () => void,
): void => {
  flushSync(() => {
    // It may hide the input.
    form.setSearch('')
    show()
  })
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
