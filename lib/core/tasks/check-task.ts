import { AppError, InvalidParameterError, UnknownParameterError } from '../../base/errors.ts'
import { operations } from '../../schema/operations.ts'
import { describeNotUtf8, isUtf8 } from '../options/percent-encoding.ts'
import { type ReadRules, readOptions } from '../options/read-options.ts'
import { describeSteps } from './cron/crontab.ts'
import { readCrontabOf } from './crontab-of.ts'
import type { TaskDefinition } from './stored-task.ts'

/**
 * Validates the schedule of a task, which the schema of a single parameter cannot do.
 * @throws InvalidParameterError
 */
export const assertTimes = ({ frequency, crontab }: Pick<TaskDefinition, 'frequency' | 'crontab'>) => {
  const problem = timesProblem({ frequency, crontab })
  if (problem !== undefined) throw new InvalidParameterError(`\`crontab\` ${problem}.`)
}

const timesProblem = ({ frequency, crontab }: Pick<TaskDefinition, 'frequency' | 'crontab'>) => {
  if (frequency !== 'custom')
    return crontab === undefined ? undefined : `requires \`frequency\` custom, not ${frequency}`
  return crontab === undefined
    ? 'is required with `frequency` custom'
    : (readCrontabOf({ frequency, crontab }).problem ?? describeSteps(crontab))
}

const forbidden: readonly (readonly [name: string, reason: string])[] = [
  ['access_key', 'the task runs with the account’s own access'],
  ['signature', 'a run needs none'],
  ['expires', 'it belongs to a signed link'],
  ['async', 'a run is always asynchronous'],
]

/**
 * Returns the options of a run.
 * @throws AppError 400 that names the parameter inside the query
 */
export const readTaskOptions = ({ api, query }: Pick<TaskDefinition, 'api' | 'query'>, rules: ReadRules) => {
  assertQueryUtf8(query)
  const pairs = [...new URLSearchParams(query)]
  const refused = forbidden.find(([name]) => pairs.some(([key]) => key.split('[')[0] === name))
  if (refused)
    throw new InvalidParameterError(`\`query\` must not have the parameter \`${refused[0]}\`: ${refused[1]}.`)
  try {
    return readOptions(operations[api], { kind: 'query', pairs: [...pairs, ['async', 'true']] }, rules)
  } catch (error) {
    throw error instanceof AppError ? insideQuery(error) : error
  }
}

/** `URLSearchParams` would replace such bytes, and another page would be rendered. */
const assertQueryUtf8 = (query: string) => {
  const malformed = query.split('&').find((parameter) => !isUtf8(parameter))
  if (malformed === undefined) return
  const [name = ''] = malformed.split('=')
  throw new InvalidParameterError(`In \`query\`: ${describeNotUtf8(name)}`)
}

/**
 * Checks that the results of a task can be compared.
 * @param options of its runs
 * @throws InvalidParameterError
 */
export const assertWatch = (
  { api, watch }: Pick<TaskDefinition, 'api' | 'watch'>,
  options: Readonly<Record<string, unknown>>,
) => {
  const problem = watch && watchProblem(api, watch, options)
  if (problem !== undefined) throw new InvalidParameterError(problem)
}

const watchProblem = (
  api: TaskDefinition['api'],
  { mode, ignore_selectors: ignored, ignore_links: ignoresLinks }: NonNullable<TaskDefinition['watch']>,
  { format, cache, on_timeout: onTimeout }: Readonly<Record<string, unknown>>,
): string | undefined => {
  if (mode === 'visual' && api !== 'screenshot')
    return `\`watch.mode\` visual requires \`api\` screenshot, not ${api}.`
  if (mode === 'text' && (api !== 'scrape' || format !== 'md'))
    return '`watch.mode` text requires `api` scrape with `format=md` in `query`.'
  if (mode === 'text' && ignored.length > 0)
    return '`watch.ignore_selectors` requires `mode` visual. In text, `exclude_selectors` in `query` leaves elements out.'
  if (mode === 'visual' && ignoresLinks === true)
    return '`watch.ignore_links` requires `mode` text. An image shows no URLs.'
  if (cache === true) return '`watch` requires new renders, so `query` must not have `cache=true`.'
  return onTimeout === 'capture'
    ? '`watch` compares complete pages, so `query` must not have `on_timeout=capture`.'
    : undefined
}

const insideQuery = (error: AppError): AppError => {
  const message = error.message
    .split('\n')
    .map((line) => `In \`query\`: ${line}`)
    .join('\n')
  return error instanceof UnknownParameterError
    ? new UnknownParameterError(message)
    : new InvalidParameterError(message)
}
