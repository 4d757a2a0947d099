import type * as z from 'zod'
import { InvalidParameterError, UnknownParameterError } from '../../base/errors.ts'
import { isRuleIssue } from '../../schema/check.ts'
import type { Operation, OptionsOf } from '../../schema/operations.ts'
import { type Parameter, parameterOf } from '../../schema/parameters.ts'
import { isStructured } from '../../schema/value-schema.ts'
import { decideUrl, type EgressPolicy, withAdvice } from '../network/address-policy.ts'
import { allowNothing, coversHost } from '../network/egress-allow.ts'
import { decodeJson, decodeTexts, type QueryText } from './decode-value.ts'
import { describeIssue } from './describe-issue.ts'
import { describeUnknown } from './describe-unknown.ts'

/** Where options come from, without the access key. */
export type OptionSource =
  | { kind: 'query'; pairs: readonly (readonly [string, string])[] }
  | { kind: 'body'; value: Record<string, unknown> }

export interface ReadRules {
  /** Which URLs of webhooks, uploads and storages are allowed. */
  egress: EgressPolicy
}

const publicOnly: ReadRules = { egress: { allow: allowNothing, serviceHosts: [] } }

/**
 * Decodes and validates the options of an operation. Query strings and JSON bodies go through the same schema.
 * @throws UnknownParameterError, InvalidParameterError with every problem, one per line
 */
export const readOptions = <O extends Operation>(
  operation: O,
  source: OptionSource,
  rules: ReadRules = publicOnly,
): OptionsOf<O> => {
  const find: FindParameter = (name) => parameterOf(operation.input, name)
  const { values, unknown, problems } =
    source.kind === 'query' ? readQuery(source.pairs, find) : readBody(source.value, find)
  const result = operation.input.safeParse(Object.fromEntries(values))
  const issues = firstOfEach(result.error?.issues ?? [])
  const lines = [
    ...unknown.slice(0, linesMax).map((name) => describeUnknown(name, operation)),
    ...(unknown.length > 0 && source.kind === 'query' ? hintsOf(values.get('url')) : []),
    ...problems,
    ...droppedNamesOf(values),
    ...malformedTextsOf(values),
    ...issues.slice(0, linesMax).map((issue) => describe(issue, values, find)),
  ]
  const omitted = [unknown, issues].map(({ length }) => Math.max(0, length - linesMax))
  const message = toMessage(
    lines,
    omitted.reduce((sum, count) => sum + count),
  )
  if (unknown.length > 0) throw new UnknownParameterError(message)
  if (!result.success || lines.length > 0) throw new InvalidParameterError(message)
  for (const name of ['webhook_url', 'upload_url', 'endpoint'])
    assertReceiver(name, result.data[name], rules.egress)
  return result.data as OptionsOf<O>
}

/**
 * Checks the URL of a webhook, an upload or a storage. It must use HTTPS; `http:` is only for hosts that the operator's egress allowances name. Resolved addresses are
 * checked when it is called. URLs that are refused regardless of DNS are refused here.
 */
const assertReceiver = (name: string, url: unknown, egress: EgressPolicy): void => {
  if (typeof url !== 'string') return
  const { protocol, hostname } = new URL(url)
  // Only a subscription can have one, whose receivers the operator names.
  if (protocol === 'mailto:') return
  if (protocol !== 'https:' && !coversHost(egress.allow, hostname))
    throw new InvalidParameterError(withAdvice(`\`${name}\` must begin with https://.`, egress))
  if (!decideUrl(url, egress).allowed)
    throw new InvalidParameterError(
      withAdvice(`\`${name}\` is not allowed. It must be a public URL.`, egress),
    )
}

type FindParameter = (name: string) => Parameter | undefined

interface Reading {
  values: Map<string, unknown>
  unknown: string[]
  problems: string[]
}

const readQuery = (pairs: readonly (readonly [string, string])[], find: FindParameter): Reading => {
  const texts = new Map<string, QueryText[]>()
  const unknown = new Set<string>()
  for (const [key, text] of pairs) {
    const entry = toEntry(key, find)
    if (entry === undefined) {
      unknown.add(key)
      continue
    }
    const given = texts.get(entry.name) ?? []
    given.push({ text, isPlain: entry.isPlain })
    texts.set(entry.name, given)
  }
  const entries = [...texts].flatMap(([name, given]) => {
    const parameter = find(name)
    return parameter ? [{ parameter, given }] : []
  })
  return {
    values: new Map(entries.map(({ parameter, given }) => [parameter.name, decodeTexts(parameter, given)])),
    unknown: [...unknown],
    problems: entries
      .filter(({ parameter, given }) => !isList(parameter) && given.length > 1)
      .map(
        ({ parameter, given }) =>
          `\`${parameter.name}\` is given ${given.length} times. It must be given only once.`,
      ),
  }
}

/** `name`, or for a list also `name[]` and `name[0]`. */
const toEntry = (key: string, find: FindParameter): { name: string; isPlain: boolean } | undefined => {
  if (find(key)) return { name: key, isPlain: true }
  const name = /^([^[\]]+)\[\d{0,6}\]$/.exec(key)?.[1]
  const parameter = name === undefined ? undefined : find(name)
  return parameter && isList(parameter) ? { name: parameter.name, isPlain: false } : undefined
}

const isList = ({ schema }: Parameter) => schema.type === 'array' && !isStructured(schema)

/** A null parameter is the same as an absent one. */
const readBody = (body: Record<string, unknown>, find: FindParameter): Reading => {
  const values = new Map<string, unknown>()
  const unknown: string[] = []
  for (const [name, value] of Object.entries(body)) {
    const parameter = find(name)
    if (parameter && value === null) continue
    if (parameter) values.set(name, decodeJson(parameter, value))
    else unknown.push(name)
  }
  return { values, unknown, problems: [] }
}

/** A URL that was not encoded is cut at its first `&`, and the rest looks like parameters. */
const hintsOf = (url: unknown): string[] =>
  typeof url === 'string' && url.includes('?')
    ? [
        '`url` contains a query string. If the unknown parameters are part of it, URL-encode `url`: write each `&` in it as `%26`.',
      ]
    : []

/** Validation would silently drop a member of this name. */
const droppedNamesOf = (values: ReadonlyMap<string, unknown>): string[] =>
  [...values]
    .filter(([, value]) => typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
    .map(([name]) => `\`${name}.__proto__\` is not allowed. Use another name.`)

/** Half of a surrogate pair has no UTF-8 form. It would become U+FFFD, and another page would be rendered. */
const malformedTextsOf = (values: ReadonlyMap<string, unknown>): string[] =>
  [...values]
    .filter(([, value]) => !isWellFormed(value))
    .map(
      ([name]) =>
        `\`${name}\` contains half of a surrogate pair, such as \`\\ud800\`. It must be valid Unicode text.`,
    )

const isWellFormed = (value: unknown): boolean => {
  // A loop, because a value may be deeper than the stack. It also visits what is added.
  const pending = [value]
  for (const item of pending) {
    if (typeof item === 'string' && !item.isWellFormed()) return false
    if (typeof item !== 'object' || item === null) continue
    for (const [key, member] of Object.entries(item)) pending.push(key, member)
  }
  return true
}

const describe = (
  issue: z.core.$ZodIssue,
  values: ReadonlyMap<string, unknown>,
  find: FindParameter,
): string => {
  const name = String(issue.path[0] ?? '')
  return describeIssue(issue, find(name), values.get(name))
}

/** A value that is too long usually also has the wrong form. One sentence about it is enough. */
const firstOfEach = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] => {
  const paths = new Set<string>()
  return issues.filter((issue) => {
    if (isRuleIssue(issue)) return true
    const path = issue.path.join('/')
    const isFirst = !paths.has(path)
    paths.add(path)
    return isFirst
  })
}

const linesMax = 20

/** `omitted` counts problems that have no line. */
const toMessage = (lines: readonly string[], omitted: number): string => {
  const unique = [...new Set(lines)]
  const rest = Math.max(0, unique.length - linesMax) + omitted
  return [...unique.slice(0, linesMax), ...(rest > 0 ? [`... and ${rest} more problems.`] : [])].join('\n')
}
