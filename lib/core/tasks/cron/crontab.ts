import { printable } from '../../../base/printable.ts'
import {
  type CrontabField,
  crontabFields,
  fieldLengthMax,
  overlongStep,
  parseField,
} from './crontab-field.ts'

/** A crontab with every field expanded to the numbers it selects, sorted. Day 0 of the week is Sunday. */
export interface Crontab {
  minutes: number[]
  hours: number[]
  daysOfMonth: number[]
  months: number[]
  daysOfWeek: number[]
  /**
   * How the day fields combine: `either` if both are restricted, otherwise `both`. As in cron(8), a field that begins with a star is
   * not a restriction. A step after the star still excludes days: if a weekday is given too, both must match.
   */
  days: 'either' | 'both'
}

export type CrontabReading =
  | { crontab: Crontab; problem?: never }
  /** A predicate that follows the parameter's name. */
  | { crontab?: never; problem: string }

const fieldList = crontabFields.map(({ title }) => title).join(', ')

/**
 * Parses five fields of Unix cron: numbers, `*`, lists, ranges and steps. `5/15` is 5 and every 15th after it. Names and the 7 for
 * Sunday are not allowed. A crontab that can never fire is a problem too.
 */
export const parseCrontab = (text: string): CrontabReading => {
  const words = text.trim().split(/[ \t]+/)
  if (words.length !== crontabFields.length)
    return {
      problem: `must have five fields (${fieldList}) with spaces between; it has ${countOf(text, words)}`,
    }
  const numbers: number[][] = []
  for (const [index, field] of crontabFields.entries()) {
    const word = words[index] ?? ''
    const found = parseField(word, field)
    if (found === undefined) return { problem: describeField(word, field) }
    numbers.push(found)
  }
  const [minutes = [], hours = [], daysOfMonth = [], months = [], daysOfWeek = []] = numbers
  const isRestricted = (index: number) => words[index]?.startsWith('*') === false
  const days = isRestricted(2) && isRestricted(4) ? 'either' : 'both'
  const crontab: Crontab = { minutes, hours, daysOfMonth, months, daysOfWeek, days }
  return canFire(crontab) ? { crontab } : { problem: describeImpossible(words) }
}

/**
 * Returns what is wrong with the steps of a valid crontab, as a predicate. Tasks that were created before this check still run, so
 * `parseCrontab` accepts such steps.
 */
export const describeSteps = (text: string): string | undefined => {
  const words = text.trim().split(/[ \t]+/)
  for (const [index, field] of crontabFields.entries()) {
    const found = overlongStep(words[index] ?? '', field)
    if (found)
      return `has the step ${JSON.stringify(found.part)} in the ${field.title} field, which selects only the number ${found.from}. A step must not be longer than its range, here ${found.from} to ${found.to}`
  }
  return undefined
}

const countOf = (text: string, words: readonly string[]) => (text.trim() === '' ? 0 : words.length)

const describeField = (word: string, { title, min, max, note = '' }: CrontabField): string =>
  word.length > fieldLengthMax
    ? `has ${word.length} characters in the ${title} field. It must have at most ${fieldLengthMax}`
    : `has ${JSON.stringify(printable(word, 60))} in the ${title} field. It must have numbers from ${min} to ${max}${note}, \`*\`, lists such as ${min},${min + 2}, ranges such as ${min}-${min + 4}, or steps such as */2`

const describeImpossible = (words: readonly string[]) =>
  `never fires: no month in its month field (${words[3]}) has a day in its day-of-month field (${words[2]})`

const monthDaysMax = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Returns whether a date with such a day of the month exists. The calendar repeats after 400 years. Within them every date, 29 February
 * included, falls on every weekday, so a weekday never makes a date impossible.
 */
export const hasDayOfMonth = ({ daysOfMonth, months }: Pick<Crontab, 'daysOfMonth' | 'months'>): boolean =>
  months.some((month) => (daysOfMonth[0] ?? 0) <= (monthDaysMax[month - 1] ?? 0))

const canFire = (crontab: Crontab) => crontab.days === 'either' || hasDayOfMonth(crontab)
