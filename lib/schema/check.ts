import type * as z from 'zod'

/**
 * Makes a check for `.check()`. `problemOf` returns a predicate that continues "It" or the parameter's name, such as
 * "must be a language tag", or undefined for a valid value. It is not called for a value that is already rejected, because a string
 * that is too long must cause no further work.
 */
export const rejectIf =
  <T>(problemOf: (value: T) => string | undefined) =>
  (payload: z.core.ParsePayload<T>): void => {
    if (payload.issues.length > 0) return
    const problem = problemOf(payload.value)
    if (problem !== undefined) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  }

/** A rule between parameters. It is applied only if each of `parameters` is valid on its own. */
export interface Rule<Options> {
  parameters: readonly [string, ...string[]]
  /** Returns whole sentences that say what is wrong and what is allowed. */
  problemOf: (options: Options) => string | undefined
}

export const withRules = <Schema extends z.ZodObject>(
  schema: Schema,
  rules: readonly Rule<z.output<Schema>>[],
): Schema => rules.reduce((guarded, rule) => guarded.refine(...toRefinement(rule)), schema)

const toRefinement = <Options>({ parameters, problemOf }: Rule<Options>): Refinement => [
  (options) => problemOf(options as Options) === undefined,
  {
    path: [parameters[0]],
    params: ruleParams,
    error: (issue) => problemOf(issue.input as Options),
    // A value of another type has an issue without a path.
    when: ({ issues }) =>
      !issues.some(({ path = [] }) => path.length === 0 || parameters.includes(String(path[0]))),
  },
]

const ruleParams = { isRule: true }

/** Whether an issue comes from a rule. Its message then needs neither the parameter's name nor its value. */
export const isRuleIssue = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.['isRule'] === true

type Refinement = Parameters<z.ZodObject['refine']>
