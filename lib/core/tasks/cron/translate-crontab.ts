import { type Crontab, hasDayOfMonth } from './crontab.ts'

/**
 * Returns EventBridge expressions that together fire at every minute of a crontab. (croner computes times and does not translate to AWS
 * syntax; the tests compare with it.) EventBridge accepts only one of the two day fields, so
 * "either" becomes two expressions, which have minutes in common. "Both" restricts two fields only if one has a step after its star.
 * EventBridge cannot express that: the expression of the rarer field fires too often, and `isDue` decides which firings count.
 * EventBridge accepts 256 characters; the longest translation has 240, because runs of numbers become ranges.
 * @returns one or two expressions
 */
export const translateCrontab = (crontab: Crontab): string[] => {
  const byDayOfMonth = toExpression(crontab, compactField(crontab.daysOfMonth, 1, 31), '?')
  const byDayOfWeek = toExpression(crontab, '?', toWeekdays(crontab.daysOfWeek))
  const isEveryDayOfMonth = crontab.daysOfMonth.length === 31
  const isEveryDayOfWeek = crontab.daysOfWeek.length === 7
  if (crontab.days === 'both') {
    const isRarerOnWeekdays = crontab.daysOfWeek.length / 7 < crontab.daysOfMonth.length / 31
    return [isRarerOnWeekdays ? byDayOfWeek : byDayOfMonth]
  }
  if (isEveryDayOfMonth || isEveryDayOfWeek) return [toExpression(crontab, '*', '?')]
  return hasDayOfMonth(crontab) ? [byDayOfMonth, byDayOfWeek] : [byDayOfWeek]
}

const toExpression = ({ minutes, hours, months }: Crontab, dayOfMonth: string, dayOfWeek: string): string =>
  `cron(${compactField(minutes, 0, 59)} ${compactField(hours, 0, 23)} ${dayOfMonth} ${compactField(months, 1, 12)} ${dayOfWeek} *)`

/**
 * EventBridge counts from 1, Sunday. It documents `/` for every field but this one:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
const toWeekdays = (daysOfWeek: readonly number[]) => toRanges(daysOfWeek.map((day) => day + 1))

/** Returns the shortest form of those that AWS documents: `*`, `5/15` up to the field's maximum, or a list of numbers and ranges. */
const compactField = (numbers: readonly number[], min: number, max: number): string => {
  if (numbers.length === max - min + 1) return '*'
  return toSteps(numbers, max) ?? toRanges(numbers)
}

const toSteps = (numbers: readonly number[], max: number): string | undefined => {
  const [first = 0, second = 0] = numbers
  const step = second - first
  const isEven = numbers.every((number, index) => number === first + index * step)
  const isWhole = (numbers.at(-1) ?? 0) + step > max
  return numbers.length > 2 && step > 1 && isEven && isWhole ? `${first}/${step}` : undefined
}

const toRanges = (numbers: readonly number[]): string => {
  const runs: { first: number; last: number }[] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run?.last === number - 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs
    .map(({ first, last }) =>
      first === last ? `${first}` : `${first}${last === first + 1 ? ',' : '-'}${last}`,
    )
    .join(',')
}
