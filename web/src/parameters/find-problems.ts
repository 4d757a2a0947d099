import { describeIssue } from '../../../lib/core/options/describe-issue.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { parametersFor, type RenderCall } from './form-values.ts'

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

/** Reads the parameters that an error of the service names at the beginning of its lines. */
export const readNamedProblems = (message: string): Problems =>
  new Map(
    message.split('\n').flatMap((line): [string, string][] => {
      const name = /^(?:In `query`: )?(?:The name of )?`(\w+)(?:[.[][^`]*)?`/.exec(line)?.[1]
      return name === undefined ? [] : [[name, line.replace(/^In `query`: /, '')]]
    }),
  )
