import type * as z from 'zod'

/**
 * A check for `.check()`: `problemOf` returns what is wrong with the value as the end of a sentence that starts with the
 * parameter's name ("must be …"), or undefined.
 */
export const rejectIf =
  <T>(problemOf: (value: T) => string | undefined) =>
  (payload: z.core.ParsePayload<T>): void => {
    const problem = problemOf(payload.value)
    if (problem !== undefined) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  }

/** A rule between parameters. It is judged only when each of `parameters` is valid by itself; the first one is blamed. */
export interface Rule<Options> {
  parameters: readonly [string, ...string[]]
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
    error: (issue) => problemOf(issue.input as Options),
    when: ({ issues }) => !issues.some((issue) => parameters.includes(String(issue.path?.[0]))),
  },
]

type Refinement = Parameters<z.ZodObject['refine']>
