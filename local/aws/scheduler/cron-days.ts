import { cronFields, parseCronField, parseValue } from './cron-field.ts'
import { ExpressionError } from './expression-error.ts'

/** The days of a month on which a cron expression is due, in order. */
export type DayRule = (year: number, month: number) => number[]

const saturday = 7
const sunday = 1

/** The two day fields together, of which exactly one is `?`. */
export const parseDayRule = (dayOfMonth: string, dayOfWeek: string): DayRule => {
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    throw new ExpressionError('One of day-of-month and day-of-week must be ?, and only one.')
  }
  return dayOfWeek === '?' ? parseDayOfMonth(dayOfMonth) : parseDayOfWeek(dayOfWeek)
}

const parseDayOfMonth = (text: string): DayRule => {
  if (text === 'L') return (year, month) => [lastDay(year, month)]
  if (text === 'LW') return (year, month) => [nearestWeekday(year, month, lastDay(year, month))]
  const weekday = /^(\d+)W$/.exec(text)?.[1]
  if (weekday !== undefined) {
    const day = parseValue(weekday, cronFields.dayOfMonth)
    return (year, month) => (day <= lastDay(year, month) ? [nearestWeekday(year, month, day)] : [])
  }
  const days = parseCronField(text, cronFields.dayOfMonth)
  return (year, month) => days.filter((day) => day <= lastDay(year, month))
}

const parseDayOfWeek = (text: string): DayRule => {
  const numbered = /^(\w+)#([1-5])$/.exec(text)
  if (numbered) return numberedWeekday(toWeekday(numbered[1]), Number(numbered[2]))
  if (text === 'L') return (year, month) => daysOn(year, month, new Set([saturday]))
  const last = /^(\w+)L$/.exec(text)
  if (last) {
    const weekday = toWeekday(last[1])
    return (year, month) => daysOn(year, month, new Set([weekday])).slice(-1)
  }
  const weekdays = new Set(parseCronField(text, cronFields.dayOfWeek))
  return (year, month) => daysOn(year, month, weekdays)
}

/** FRI#3: the third Friday. */
const numberedWeekday = (weekday: number, ordinal: number): DayRule => {
  return (year, month) => daysOn(year, month, new Set([weekday])).slice(ordinal - 1, ordinal)
}

const toWeekday = (text = '') => parseValue(text, cronFields.dayOfWeek)

const daysOn = (year: number, month: number, weekdays: Set<number>) =>
  Array.from({ length: lastDay(year, month) }, (_, index) => index + 1).filter((day) =>
    weekdays.has(weekdayOf(year, month, day)),
  )

/** Monday to Friday closest to a day, in the same month. */
const nearestWeekday = (year: number, month: number, day: number) => {
  const weekday = weekdayOf(year, month, day)
  if (weekday === saturday) return day > 1 ? day - 1 : day + 2
  if (weekday === sunday) return day < lastDay(year, month) ? day + 1 : day - 2
  return day
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** 1 is Sunday. */
const weekdayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1
