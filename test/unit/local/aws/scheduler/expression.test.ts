import { describe, expect, test } from 'vitest'
import { nextOccurrence, parseExpression } from '../../../../../local/aws/scheduler/expression.ts'
import { ExpressionError } from '../../../../../local/aws/scheduler/expression-error.ts'
import { minuteMs, type WallTime, walkMinutes } from './walk-minutes.ts'

const fromMs = Date.parse('2026-01-01T00:00:00Z')

const occurrences = (text: string, timeZone: string, count: number, from = fromMs) => {
  const expression = parseExpression(text, timeZone)
  const found: number[] = []
  for (let after = from; found.length < count; ) {
    const next = nextOccurrence(expression, after, from)
    if (next === undefined) break
    found.push(next)
    after = next
  }
  return found
}

const toText = (ms: number) => new Date(ms).toISOString()
const isAt = ({ hour, minute }: WallTime, h: number, m: number) => hour === h && minute === m
const isWeekday = ({ year, month }: WallTime, day: number) =>
  ![0, 6].includes(new Date(Date.UTC(year, month - 1, day)).getUTCDay())

/** The weekday nearest to a day within the month; never in a month that does not have the day. */
const nearest = (wall: WallTime, day: number) => {
  if (day > wall.lastDay) return undefined
  const candidates = [day, day - 1, day + 1, day - 2, day + 2]
  return candidates.find(
    (candidate) => candidate >= 1 && candidate <= wall.lastDay && isWeekday(wall, candidate),
  )
}

type Case = [expression: string, timeZone: string, count: number, isDue: (wall: WallTime) => boolean]

const cases: Case[] = [
  ['0 10 * * ? *', 'UTC', 8, (w) => isAt(w, 10, 0)],
  ['15 12 ? * MON-FRI *', 'UTC', 12, (w) => isAt(w, 12, 15) && w.weekday >= 2 && w.weekday <= 6],
  ['0/15 * * * ? *', 'UTC', 12, (w) => w.minute % 15 === 0],
  [
    '10/20 8-9 ? * 2 *',
    'UTC',
    8,
    (w) => [10, 30, 50].includes(w.minute) && [8, 9].includes(w.hour) && w.weekday === 2,
  ],
  ['0 9 L * ? *', 'UTC', 14, (w) => isAt(w, 9, 0) && w.day === w.lastDay],
  ['0 9 15W * ? *', 'UTC', 14, (w) => isAt(w, 9, 0) && w.day === nearest(w, 15)],
  ['0 9 1W * ? *', 'UTC', 14, (w) => isAt(w, 9, 0) && w.day === nearest(w, 1)],
  ['0 9 31W * ? *', 'UTC', 8, (w) => isAt(w, 9, 0) && w.day === nearest(w, 31)],
  ['0 9 LW * ? *', 'UTC', 14, (w) => isAt(w, 9, 0) && w.day === nearest(w, w.lastDay)],
  ['0 9 ? * 6#3 *', 'UTC', 8, (w) => isAt(w, 9, 0) && w.weekday === 6 && w.day > 14 && w.day <= 21],
  ['0 9 ? * MON#5 *', 'UTC', 5, (w) => isAt(w, 9, 0) && w.weekday === 2 && w.day > 28],
  ['0 9 ? * 6L *', 'UTC', 8, (w) => isAt(w, 9, 0) && w.weekday === 6 && w.day > w.lastDay - 7],
  ['0 9 ? * L *', 'UTC', 6, (w) => isAt(w, 9, 0) && w.weekday === 7],
  ['0 0 29 2 ? *', 'UTC', 1, (w) => isAt(w, 0, 0) && w.month === 2 && w.day === 29],
  [
    '30 6 ? 1,7 SUN,WED 2026-2027',
    'UTC',
    10,
    (w) => isAt(w, 6, 30) && [1, 7].includes(w.month) && [1, 4].includes(w.weekday) && w.year <= 2027,
  ],
  ['0 12 ? * SAT-TUE *', 'UTC', 8, (w) => isAt(w, 12, 0) && [7, 1, 2, 3].includes(w.weekday)],
  ['5 0 1/10 * ? *', 'UTC', 8, (w) => isAt(w, 0, 5) && [1, 11, 21, 31].includes(w.day)],
  // New York has no 02:30 on 8 March.
  ['30 2 * 3 ? *', 'America/New_York', 12, (w) => isAt(w, 2, 30) && w.month === 3],
  // New York has 01:30 twice on 1 November.
  ['30 1 * 10-11 ? *', 'America/New_York', 40, (w) => isAt(w, 1, 30) && [10, 11].includes(w.month)],
  ['0/30 * 1 11 ? *', 'America/New_York', 48, (w) => w.minute % 30 === 0 && w.month === 11 && w.day === 1],
  ['30 2 ? * SUN *', 'Europe/Paris', 16, (w) => isAt(w, 2, 30) && w.weekday === 1],
  // Santiago has no midnight on 6 September.
  ['0 0 * 9 ? *', 'America/Santiago', 10, (w) => isAt(w, 0, 0) && w.month === 9],
  // Lord Howe Island changes by half an hour.
  ['15 2 * 10 ? *', 'Australia/Lord_Howe', 10, (w) => isAt(w, 2, 15) && w.month === 10],
  ['0 9 ? * MON *', 'Asia/Kathmandu', 4, (w) => isAt(w, 9, 0) && w.weekday === 2],
]

test.each(cases)(
  'cron(%s) in %s is due when the clock on the wall says so',
  (text, timeZone, count, isDue) => {
    const years = text.includes('29 2') ? 3 : 2
    const toMs = fromMs + years * 365 * 24 * 60 * minuteMs
    const expected = walkMinutes(isDue, { timeZone, fromMs, toMs, count })
    expect(expected.length).toBeGreaterThan(0)
    expect(occurrences(`cron(${text})`, timeZone, expected.length).map(toText)).toEqual(expected.map(toText))
  },
)

test.each([
  'cron(0 10 * * * *)',
  'cron(0 10 ? * ? *)',
  'cron(60 10 * * ? *)',
  'cron(0 24 * * ? *)',
  'cron(0 10 32 * ? *)',
  'cron(0 10 32W * ? *)',
  'cron(0 10 * 13 ? *)',
  'cron(0 10 ? * 8 *)',
  'cron(0 10 ? * 0 *)',
  'cron(0 10 ? * MON#6 *)',
  'cron(0 10 ? * FOO *)',
  'cron(0 10 * * ?)',
  'cron(0 10 * * ? * *)',
  'cron(0 10 * * ? 1960)',
  'cron(a 10 * * ? *)',
  'cron(5-1 10 * * ? *)',
  'cron(0/0 10 * * ? *)',
  'cron(*-5 10 * * ? *)',
  'cron(1,,2 10 * * ? *)',
  'rate(0 minutes)',
  'rate(5 seconds)',
  'rate(1.5 hours)',
  'rate(-1 hours)',
  'at(2026-02-30T10:00:00)',
  'at(2026-02-03)',
  'at(2026-02-03T10:00:00Z)',
  'every(5 minutes)',
  '',
])('%s is refused', (text) => {
  expect(() => parseExpression(text, 'UTC')).toThrow(ExpressionError)
})

test('an unknown time zone is refused', () => {
  for (const text of ['rate(1 hour)', 'at(2026-01-01T00:00:00)', 'cron(0 10 * * ? *)']) {
    expect(() => parseExpression(text, 'Mars/Olympus')).toThrow(ExpressionError)
  }
})

test('an expression whose years are over has no occurrence', () => {
  expect(occurrences('cron(0 10 * * ? 2020)', 'UTC', 1)).toEqual([])
  expect(occurrences('cron(0 10 30 2 ? *)', 'UTC', 1)).toEqual([])
})

describe('at', () => {
  test.each([
    ['2026-06-01T10:00:00', 'UTC', '2026-06-01T10:00:00.000Z'],
    ['2026-06-01T10:00:00', 'Asia/Tokyo', '2026-06-01T01:00:00.000Z'],
    ['2026-07-01T10:00:30', 'America/New_York', '2026-07-01T14:00:30.000Z'],
    // Shown twice: the first one.
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // Skipped: as much after the change.
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ])('at(%s) in %s is %s', (text, timeZone, expected) => {
    expect(occurrences(`at(${text})`, timeZone, 3).map(toText)).toEqual([expected])
  })

  test('a time that is over does not come again', () => {
    expect(occurrences('at(2025-12-31T23:59:59)', 'UTC', 1)).toEqual([])
  })
})

describe('rate', () => {
  test.each([
    ['1 minute', 60_000],
    ['5 minutes', 300_000],
    ['1 hour', 3_600_000],
    ['2 hours', 7_200_000],
    ['1 day', 86_400_000],
    ['7 days', 604_800_000],
  ])('rate(%s) keeps its distance from where it began', (text, intervalMs) => {
    const expression = parseExpression(`rate(${text})`, 'Europe/Paris')
    const anchorMs = fromMs + 17
    expect(nextOccurrence(expression, anchorMs - 1, anchorMs)).toBe(anchorMs)
    expect(nextOccurrence(expression, anchorMs, anchorMs)).toBe(anchorMs + intervalMs)
    expect(nextOccurrence(expression, anchorMs + 200 * intervalMs + 1, anchorMs)).toBe(
      anchorMs + 201 * intervalMs,
    )
  })
})
