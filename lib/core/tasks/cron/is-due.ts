import type { Crontab } from './crontab.ts'
import { toWallTime, type WallTime } from './wall-time.ts'

/** Returns whether a crontab matches this minute in a time zone. A local time that occurs twice is due both times, of which the scheduler sends the first. */
export const isDue = (crontab: Crontab, timeZone: string, instantMs: number): boolean => {
  const wall = toWallTime(timeZone, instantMs)
  return (
    crontab.minutes.includes(wall.minute) &&
    crontab.hours.includes(wall.hour) &&
    crontab.months.includes(wall.month) &&
    isDayDue(crontab, wall)
  )
}

/** Returns whether the two day fields match, alone or together. */
export const isDayDue = (
  { daysOfMonth, daysOfWeek, days }: Crontab,
  wall: Pick<WallTime, 'dayOfMonth' | 'dayOfWeek'>,
): boolean => {
  const onDayOfMonth = daysOfMonth.includes(wall.dayOfMonth)
  const onDayOfWeek = daysOfWeek.includes(wall.dayOfWeek)
  return days === 'either' ? onDayOfMonth || onDayOfWeek : onDayOfMonth && onDayOfWeek
}
