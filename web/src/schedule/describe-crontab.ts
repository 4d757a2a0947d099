import { toString as describe } from 'cronstrue'
import { parseCrontab } from '../../../lib/core/tasks/cron/crontab.ts'

const options = { use24HourTimeFormat: true }

/** Returns the words that two sentences begin with, up to a comma. */
const commonStart = (left: string, right: string): string => {
  const parts = left.split(', ')
  const others = right.split(', ')
  const count = parts.findIndex((part, index) => part !== others[index])
  return parts.slice(0, count < 0 ? parts.length : count).join(', ')
}

/**
 * Returns a crontab in words. The library says "on day 13 and on Friday" if both day fields are restricted, where either of them is
 * enough, so both are described alone and joined.
 */
const describeEither = (words: readonly string[]): string => {
  const [minute, hour, dayOfMonth, month, dayOfWeek] = words
  const byDate = describe([minute, hour, dayOfMonth, '*', '*'].join(' '), options)
  const byWeekday = describe([minute, hour, '*', '*', dayOfWeek].join(' '), options)
  const start = commonStart(byDate, byWeekday)
  const date = byDate.slice(start.length).replace(/^, /, '')
  const weekday = byWeekday
    .slice(start.length)
    .replace(/^, /, '')
    .replace(/^only on /, 'on ')
  const months = describe(['0 0 *', month, '*'].join(' '), options).replace(/^At 00:00(?:, every day)?/, '')
  return `${start}, ${date} or ${weekday}${months}`
}

/** Returns a crontab as an English sentence. Undefined if the crontab is not valid. */
export const describeCrontab = (text: string): string | undefined => {
  const { crontab } = parseCrontab(text)
  if (!crontab) return undefined
  const words = text.trim().split(/[ \t]+/)
  return crontab.days === 'either' ? describeEither(words) : describe(words.join(' '), options)
}
