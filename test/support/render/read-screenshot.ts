import { type ReadRules, readOptions } from '../../../lib/core/options/read-options.ts'
import { operations } from '../../../lib/schema/operations.ts'

/** Options of a screenshot request from its query string. `+` is written as it is, not as a blank. */
export const fromQuery = (query: string, rules?: ReadRules) => {
  const pairs = [...new URLSearchParams(query.replaceAll('+', '%2B'))]
  return readOptions(operations.screenshot, { kind: 'query', pairs }, rules)
}

/** Options of a screenshot request from its JSON body. */
export const fromBody = (value: Record<string, unknown>) =>
  readOptions(operations.screenshot, { kind: 'body', value })

/** Returns the error message for a query string. */
export const messageOf = (query: string): string => {
  try {
    fromQuery(query)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('the query was accepted')
}
