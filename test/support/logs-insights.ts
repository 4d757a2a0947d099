/**
 * The part of the query language of CloudWatch Logs Insights that the runbook uses. What it does not know is an error.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html
 */

/** One line of a log: its text, and where and when it was written. */
export interface LogLine {
  '@message': string
  '@log': string
  '@timestamp': number
}

type Value = string | number | boolean | undefined
type Row = Record<string, Value>
type Evaluate = (row: Row) => Value

const flatten = (prefix: string, value: unknown): [string, Value][] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[prefix, value as Value]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(prefix ? `${prefix}.${key}` : key, inner))
}

/** Insights discovers the fields of a JSON line. The names of nested fields have dots. */
const toRow = (line: LogLine): Row => ({
  ...line,
  ...Object.fromEntries(flatten('', JSON.parse(line['@message']))),
})

const tokenPattern = /\s*("[^"]*"|\/(?:[^/\\]|\\.)+\/(?=\s|$|\))|[@\w][\w.@]*|\d+|[!<>]?=|[<>]|[()[\],*+/-])/y

const tokenize = (text: string) => {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const at = tokenPattern.lastIndex
    const token = tokenPattern.exec(text)?.[1]
    if (token === undefined) throw new Error(`Cannot read: ${text.slice(at)}`)
    tokens.push(token)
  }
  return tokens
}

/** Reads expressions from tokens. */
const createReader = (tokens: string[]) => {
  const peek = () => tokens[0]
  const take = (expected?: string) => {
    const token = tokens.shift()
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`Expected ${expected ?? 'more'}, found ${token}.`)
    return token
  }
  const skip = (token: string) => peek() === token && take() === token
  const list = <T>(read: () => T): T[] => {
    const items = [read()]
    while (skip(',')) items.push(read())
    return items
  }
  const literal = () => {
    const token = take()
    if (token.startsWith('"')) return token.slice(1, -1)
    if (/^\d+(\.\d+)?$/.test(token)) return Number(token)
    throw new Error(`${token} is not a string or a number.`)
  }
  const field = () => {
    const token = take()
    if (!/^[@a-zA-Z_]/.test(token)) throw new Error(`${token} is not a field.`)
    return token
  }
  const operand = (): Evaluate => {
    const token = peek() ?? ''
    if (/^["\d]/.test(token)) {
      const value = literal()
      return () => value
    }
    const name = field()
    if (peek() === '(') throw new Error(`The function ${name} is unknown.`)
    return (row) => row[name]
  }
  const arithmetic = (): Evaluate => {
    let left = operand()
    while (peek() === '-' || peek() === '+') {
      const sign = take() === '-' ? -1 : 1
      const [a, b] = [left, operand()]
      left = (row) => {
        const [x, y] = [a(row), b(row)]
        return x === undefined || y === undefined ? undefined : Number(x) + sign * Number(y)
      }
    }
    return left
  }
  const comparison = (): Evaluate => {
    if (skip('(')) {
      const inner = condition()
      take(')')
      return inner
    }
    if (skip('ispresent')) {
      take('(')
      const name = field()
      take(')')
      return (row) => row[name] !== undefined
    }
    const left = arithmetic()
    const operator = take()
    if (operator === 'in') {
      take('[')
      const values = list(literal)
      take(']')
      return (row) => values.some((value) => value === left(row))
    }
    if (operator === 'like') {
      const pattern = new RegExp(take().replace(/^\/|\/$/g, ''))
      return (row) => pattern.test(String(left(row) ?? ''))
    }
    const compare = comparisons[operator]
    if (!compare) throw new Error(`The operator ${operator} is unknown.`)
    const right = arithmetic()
    return (row) => compare(left(row), right(row))
  }
  const conjunction = (): Evaluate => {
    const parts = [comparison()]
    while (skip('and')) parts.push(comparison())
    return (row) => all(parts.map((part) => part(row)))
  }
  const condition = (): Evaluate => {
    const parts = [conjunction()]
    while (skip('or')) parts.push(conjunction())
    return (row) => any(parts.map((part) => part(row)))
  }
  return { peek, take, skip, list, field, literal, arithmetic, condition, isAtEnd: () => tokens.length === 0 }
}

/** AWS does not document what `!=` is for a field that a line does not have, so the result is unknown. */
const comparisons: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => (a === undefined ? undefined : a !== b),
  '>=': (a, b) => a !== undefined && Number(a) >= Number(b),
  '>': (a, b) => a !== undefined && Number(a) > Number(b),
}

/** Returns the value that decides, `undefined` if none does and one is unknown, and the other value otherwise. */
const decideBy =
  (deciding: boolean) =>
  (values: Value[]): Value => {
    if (values.includes(deciding)) return deciding
    return values.includes(undefined) ? undefined : !deciding
  }
const all = decideBy(false)
const any = decideBy(true)

type Reader = ReturnType<typeof createReader>
type Command = (rows: Row[]) => Row[]

/** @throws Error if whether a line matches depends on a field that it does not have */
const readFilter = (reader: Reader): Command => {
  const matches = reader.condition()
  return (rows) =>
    rows.filter((row) => {
      const result = matches(row)
      if (result === undefined) throw new Error(`The filter is not defined for ${row['@message']}`)
      return result === true
    })
}

const readFields = (reader: Reader): Command => {
  const columns = reader.list(() => {
    const name = reader.peek() ?? ''
    const evaluate = reader.arithmetic()
    return { name: reader.skip('as') ? reader.field() : name, evaluate }
  })
  return (rows) =>
    rows.map((row) => {
      const added = Object.fromEntries(columns.map(({ name, evaluate }) => [name, evaluate(row)]))
      return { ...row, ...added }
    })
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const aggregates: Readonly<Record<string, (values: number[], argument: number) => number>> = {
  sum,
  max: (values) => Math.max(...values),
  avg: (values) => sum(values) / values.length,
  pct: (values, percent) =>
    [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)] ??
    Number.NaN,
}

const readAggregate = (reader: Reader) => {
  const name = reader.field()
  reader.take('(')
  const argument = reader.peek() === '*' ? reader.take() : reader.field()
  const second = reader.skip(',') ? Number(reader.literal()) : 0
  reader.take(')')
  const aggregate = aggregates[name]
  if (name !== 'count' && !aggregate) throw new Error(`The function ${name} is unknown.`)
  const label = reader.skip('as') ? reader.field() : `${name}(${argument})`
  const evaluate = (rows: Row[]) =>
    name === 'count'
      ? rows.length
      : aggregate?.(
          rows.map((row) => Number(row[argument])),
          second,
        )
  return { label, evaluate }
}

const minuteMs = 60_000

const readGroup = (reader: Reader) => {
  const name = reader.field()
  if (name !== 'bin') return { name, key: (row: Row) => row[name] }
  reader.take('(')
  const [, minutes] = /^(\d+)m$/.exec(reader.take()) ?? []
  reader.take(')')
  if (!minutes) throw new Error('bin() is known for minutes only.')
  const size = Number(minutes) * minuteMs
  return { name, key: (row: Row) => Math.floor(Number(row['@timestamp']) / size) * size }
}

const readStats = (reader: Reader): Command => {
  const columns = reader.list(() => readAggregate(reader))
  const groups = reader.skip('by') ? reader.list(() => readGroup(reader)) : []
  return (rows) =>
    [...Map.groupBy(rows, (row) => JSON.stringify(groups.map(({ key }) => key(row)))).values()].map(
      (group) => ({
        ...Object.fromEntries(groups.map(({ name, key }) => [name, key(group[0] ?? {})])),
        ...Object.fromEntries(columns.map(({ label, evaluate }) => [label, evaluate(group)])),
      }),
    )
}

/** @throws Error if no row has the field, which Insights ignores silently */
const readSort = (reader: Reader): Command => {
  const name = reader.field()
  const direction = reader.skip('desc') ? -1 : 1
  return (rows) => {
    if (rows.length > 0 && rows.every((row) => row[name] === undefined))
      throw new Error(`There is no field ${name} to sort by.`)
    return [...rows].sort((a, b) => direction * (Number(a[name]) - Number(b[name])))
  }
}

const readLimit = (reader: Reader): Command => {
  const count = Number(reader.literal())
  return (rows) => rows.slice(0, count)
}

const commands: Readonly<Record<string, (reader: Reader) => Command>> = {
  filter: readFilter,
  fields: readFields,
  stats: readStats,
  sort: readSort,
  limit: readLimit,
}

/** Splits at the bars between commands, not at those inside a pattern or a string. */
const splitCommands = (text: string) =>
  text.match(/(?:"[^"]*"|\/(?:[^/\\]|\\.)+\/|[^|])+/g)?.map((part) => part.trim()) ?? []

/** Returns a function that runs the query over lines. @throws Error if the query uses anything unknown */
export const parseQuery = (text: string): ((lines: readonly LogLine[]) => Row[]) => {
  const steps = splitCommands(text).map((part) => {
    const [name = '', ...tokens] = tokenize(part)
    const reader = createReader(tokens)
    const command = commands[name]?.(reader)
    if (!command || !reader.isAtEnd()) throw new Error(`Cannot read the command: ${part}`)
    return command
  })
  return (lines) => steps.reduce((rows, step) => step(rows), lines.map(toRow))
}
