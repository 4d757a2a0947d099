import { expect, test } from 'vitest'
import { parseCrontab } from '../../../lib/core/tasks/cron/crontab.ts'
import { describeCrontab } from '../../../web/src/schedule/describe-crontab.ts'
import { nextSkippedRun } from '../../../web/src/schedule/next-skipped-run.ts'
import { scheduleProblem, toSchedule, toTimes } from '../../../web/src/schedule/schedule.ts'

test.each([
  ['0 9 * * 1-5', 'At 09:00, Monday through Friday'],
  ['*/15 * * * *', 'Every 15 minutes'],
  // Either of the two days is enough.
  ['0 0 13 * 5', 'At 00:00, on day 13 of the month or on Friday'],
  ['30 6 1,15 1-3 1', 'At 06:30, on day 1 and 15 of the month or on Monday, January through March'],
  // A step after a star is no restriction: both must match.
  ['0 0 */2 * 1', 'At 00:00, every 2 days in a month, and on Monday'],
  ['0 0 31 2 *', undefined],
  ['nonsense', undefined],
])('the crontab %s is described as: %s', (crontab, sentence) => {
  expect(describeCrontab(crontab)).toBe(sentence)
})

const skipped = (text: string, timeZone: string, now: string) => {
  const { crontab } = parseCrontab(text)
  if (!crontab) throw new Error(text)
  const wallMs = nextSkippedRun(crontab, timeZone, Date.parse(now))
  return wallMs === undefined ? undefined : new Date(wallMs).toISOString().slice(0, 16)
}

test.each([
  ['30 2 * * *', 'Europe/Berlin', '2026-11-22T10:00Z', '2027-03-28T02:30'],
  ['15 1-3 * * *', 'Europe/Berlin', '2026-11-22T10:00Z', '2027-03-28T02:15'],
  // The hour to which clocks are put forward has its run.
  ['15 * * * *', 'Europe/Berlin', '2026-11-22T10:00Z', undefined],
  ['* * * * *', 'Europe/Berlin', '2026-11-22T10:00Z', undefined],
  ['0 3 * * *', 'Europe/Berlin', '2026-11-22T10:00Z', undefined],
  ['30 2 * * 1', 'Europe/Berlin', '2026-11-22T10:00Z', undefined],
  ['30 2 * * *', 'America/New_York', '2026-11-22T10:00Z', '2027-03-14T02:30'],
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-11-22T10:00Z', '2027-10-03T02:15'],
  // Clocks are put forward by half an hour, so 90 minutes pass without a run.
  ['15 * * * *', 'Australia/Lord_Howe', '2026-11-22T10:00Z', '2027-10-03T02:15'],
  ['*/15 * * * *', 'Australia/Lord_Howe', '2026-11-22T10:00Z', undefined],
  ['30 2 * * *', 'Etc/UTC', '2026-11-22T10:00Z', undefined],
  ['30 2 * * *', 'Asia/Kolkata', '2026-11-22T10:00Z', undefined],
])('clocks of %s in %s skip the next run after %s: %s', (crontab, timeZone, now, expected) => {
  expect(skipped(crontab, timeZone, now)).toBe(expected)
})

test.each([
  ['every_day', '0 0 * * *', { frequency: 'every_day', time: '00:00' }, { frequency: 'every_day' }],
  ['every_hour', '0 * * * *', { frequency: 'every_hour' }, { frequency: 'every_hour' }],
  ['custom', '5 9 * * *', { frequency: 'every_day', time: '09:05' }, undefined],
  ['custom', '30 23 * * *', { frequency: 'every_day', time: '23:30' }, undefined],
  ['custom', '0 9 * * 1-5', { frequency: 'custom', crontab: '0 9 * * 1-5' }, undefined],
  ['custom', '0,30 9 * * *', { frequency: 'custom', crontab: '0,30 9 * * *' }, undefined],
  ['custom', '*/5 9 * * *', { frequency: 'custom', crontab: '*/5 9 * * *' }, undefined],
] as const)(
  'a task with the frequency %s and the crontab %s is edited as %j, and saved as it was',
  (frequency, crontab, shown, saved) => {
    const schedule = toSchedule({ frequency, crontab, timezone: 'Europe/Berlin' })
    expect(schedule).toMatchObject({ ...shown, timezone: 'Europe/Berlin' })
    expect(toTimes(schedule)).toEqual(saved ?? { frequency, crontab })
  },
)

test('a schedule without a time or with a wrong crontab has a problem, unless it has neither', () => {
  const schedule = { ...toSchedule(), time: '', crontab: '61 * * * *' }
  expect(scheduleProblem(schedule)).toBe('Enter a time.')
  expect(scheduleProblem({ ...schedule, frequency: 'custom' })).toMatch(/^The crontab has "61"/)
  expect(scheduleProblem({ ...schedule, frequency: 'every_month' })).toBeUndefined()
})
