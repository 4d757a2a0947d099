import { ExpressionError } from './errors.ts'

interface FieldKind {
  title: string
  min: number
  max: number
}

export const cronFields = {
  minute: { title: 'minutes', min: 0, max: 59 },
  hour: { title: 'hours', min: 0, max: 23 },
  dayOfMonth: { title: 'day-of-month', min: 1, max: 31 },
  month: { title: 'month', min: 1, max: 12 },
  dayOfWeek: { title: 'day-of-week', min: 1, max: 7 },
} satisfies Record<string, FieldKind>

/** Returns the numbers that a field matches: `*`, `5`, `5-9`, `5/10`, `5-30/10`, or a comma-separated list of them. */
export const parseCronField = (text: string, field: FieldKind): number[] => {
  const numbers = new Set(text.split(',').flatMap((part) => parsePart(part, field)))
  return [...numbers].sort((a, b) => a - b)
}

const parsePart = (part: string, field: FieldKind): number[] => {
  const { min, max } = field
  const found = /^(?<first>[^/-]+)(?:-(?<last>[^/-]+))?(?:\/(?<step>\d+))?$/.exec(part)
  const { first, last, step = '1' } = found?.groups ?? {}
  if (first === undefined || Number(step) < 1 || (first === '*' && last !== undefined))
    throw invalid(part, field)
  if (first === '*') return range(min, max, Number(step))
  const from = parseValue(first, field)
  if (last === undefined) return range(from, found?.groups?.step === undefined ? from : max, Number(step))
  const to = parseValue(last, field)
  if (from > to) throw invalid(part, field)
  return range(from, to, Number(step))
}

const parseValue = (text: string, field: FieldKind): number => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= field.min && value <= field.max) return value
  throw invalid(text, field)
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

const invalid = (text: string, { title, min, max }: FieldKind) =>
  new ExpressionError(`${text} is not valid in the field ${title}, which is ${min}-${max}.`)
