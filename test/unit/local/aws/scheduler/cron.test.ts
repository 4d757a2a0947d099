import { expect, test } from 'vitest'
import { nextCron, parseCron } from '../../../../../local/aws/scheduler/cron.ts'
import { ExpressionError } from '../../../../../local/aws/scheduler/errors.ts'
import { minuteMs, type WallTime, walkMinutes } from './walk-minutes.ts'

const fromMs = Date.parse('2026-01-01T00:00:00Z')

const occurrences = (text: string, timeZone: string, count: number, from = fromMs) => {
  const cron = parseCron(text, timeZone)
  const found: number[] = []
  for (let after = from; found.length < count; ) {
    const next = nextCron(cron, after)
    if (next === undefined) break
    found.push(next)
    after = next
  }
  return found
}

const toText = (ms: number) => new Date(ms).toISOString()
const isAt = ({ hour, minute }: WallTime, h: number, m: number) => hour === h && minute === m
type Case = [expression: string, timeZone: string, count: number, isDue: (wall: WallTime) => boolean]

const cases: Case[] = [
  ['0 10 * * ? *', 'UTC', 8, (w) => isAt(w, 10, 0)],
  ['15 12 ? * 2-6 *', 'UTC', 12, (w) => isAt(w, 12, 15) && w.weekday >= 2 && w.weekday <= 6],
  ['0/15 * * * ? *', 'UTC', 12, (w) => w.minute % 15 === 0],
  [
    '10/20 8-9 ? * 2 *',
    'UTC',
    8,
    (w) => [10, 30, 50].includes(w.minute) && [8, 9].includes(w.hour) && w.weekday === 2,
  ],
  ['0 0 29 2 ? *', 'UTC', 1, (w) => isAt(w, 0, 0) && w.month === 2 && w.day === 29],
  [
    '30 6 ? 1,7 1,4 *',
    'UTC',
    10,
    (w) => isAt(w, 6, 30) && [1, 7].includes(w.month) && [1, 4].includes(w.weekday),
  ],
  ['5 0 1/10 * ? *', 'UTC', 8, (w) => isAt(w, 0, 5) && [1, 11, 21, 31].includes(w.day)],
  // New York has no 02:30 on 8 March.
  ['30 2 * 3 ? *', 'America/New_York', 12, (w) => isAt(w, 2, 30) && w.month === 3],
  // New York has 01:30 twice on 1 November.
  ['30 1 * 10-11 ? *', 'America/New_York', 40, (w) => isAt(w, 1, 30) && [10, 11].includes(w.month)],
  ['0/30 * 1 11 ? *', 'America/New_York', 48, (w) => w.minute % 30 === 0 && w.month === 11 && w.day === 1],
  ['30 2 ? * 1 *', 'Europe/Paris', 16, (w) => isAt(w, 2, 30) && w.weekday === 1],
  // Santiago has no midnight on 6 September.
  ['0 0 * 9 ? *', 'America/Santiago', 10, (w) => isAt(w, 0, 0) && w.month === 9],
  // Lord Howe Island changes by half an hour.
  ['15 2 * 10 ? *', 'Australia/Lord_Howe', 10, (w) => isAt(w, 2, 15) && w.month === 10],
  ['0 9 ? * 2 *', 'Asia/Kathmandu', 4, (w) => isAt(w, 9, 0) && w.weekday === 2],
]

test.each(cases)('cron(%s) in %s is due at the local time', (text, timeZone, count, isDue) => {
  const years = text.includes('29 2') ? 3 : 2
  const toMs = fromMs + years * 365 * 24 * 60 * minuteMs
  const expected = walkMinutes(isDue, { timeZone, fromMs, toMs, count })
  expect(expected.length).toBeGreaterThan(0)
  expect(occurrences(`cron(${text})`, timeZone, expected.length).map(toText)).toEqual(expected.map(toText))
})

test.each([
  'cron(0 10 * * * *)',
  'cron(0 10 ? * ? *)',
  'cron(60 10 * * ? *)',
  'cron(0 24 * * ? *)',
  'cron(0 10 32 * ? *)',
  'cron(0 10 * 13 ? *)',
  'cron(0 10 ? * 8 *)',
  'cron(0 10 ? * 0 *)',
  'cron(0 10 ? * MON *)',
  'cron(0 10 L * ? *)',
  'cron(0 10 15W * ? *)',
  'cron(0 10 ? * 6#3 *)',
  'cron(0 10 ? * 7-2 *)',
  'cron(0 10 * * ?)',
  'cron(0 10 * * ? * *)',
  'cron(0 10 * * ? 2030)',
  'cron(a 10 * * ? *)',
  'cron(5-1 10 * * ? *)',
  'cron(0/0 10 * * ? *)',
  'cron(*-5 10 * * ? *)',
  'cron(1,,2 10 * * ? *)',
  'rate(5 minutes)',
  'at(2026-02-03T10:00:00)',
  '',
])('%s is refused', (text) => {
  expect(() => parseCron(text, 'UTC')).toThrow(ExpressionError)
})

test('an unknown time zone is refused', () => {
  expect(() => parseCron('cron(0 10 * * ? *)', 'Mars/Olympus')).toThrow(ExpressionError)
})

test('an expression that is never due has no occurrence', () => {
  expect(occurrences('cron(0 10 30 2 ? *)', 'UTC', 1)).toEqual([])
})
