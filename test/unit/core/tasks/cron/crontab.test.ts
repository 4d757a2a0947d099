import { describe, expect, test } from 'vitest'
import { describeSteps, parseCrontab } from '../../../../../lib/core/tasks/cron/crontab.ts'
import { isDue } from '../../../../../lib/core/tasks/cron/is-due.ts'

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

const parsed = (text: string) => {
  const { crontab, problem } = parseCrontab(text)
  if (!crontab) throw new Error(problem)
  return crontab
}

const everything = {
  minutes: range(0, 59),
  hours: range(0, 23),
  daysOfMonth: range(1, 31),
  months: range(1, 12),
  daysOfWeek: range(0, 6),
}

test.each([
  ['* * * * *', {}],
  ['05 08 * * *', { minutes: [5], hours: [8] }],
  ['30,0,30 * * * *', { minutes: [0, 30] }],
  ['1-4,2-6 * * * *', { minutes: [1, 2, 3, 4, 5, 6] }],
  ['*/15 * * * *', { minutes: [0, 15, 30, 45] }],
  ['5/15 * * * *', { minutes: [5, 20, 35, 50] }],
  ['59/2,*/40 * * * *', { minutes: [0, 40, 59] }],
  ['*/100 * * * *', { minutes: [0] }],
  ['* * */10 * *', { daysOfMonth: [1, 11, 21, 31] }],
  ['* * * * */3', { daysOfWeek: [0, 3, 6] }],
  ['  0 \t 0  *   * * ', { minutes: [0], hours: [0] }],
])('%s means these numbers', (text, numbers) => {
  expect(parsed(text)).toEqual({ ...everything, ...numbers, days: 'both' })
})

test.each([
  ['0 0 13 * 5', 'either'],
  ['0 0 1-31 * 5', 'either'],
  ['0 0 5,* * 0-6', 'either'],
  ['0 0 * * 5', 'both'],
  ['0 0 */2 * 5', 'both'],
  ['0 0 *,13 * 5', 'both'],
])('the day fields of %s are combined as %s', (text, days) => {
  expect(parsed(text).days).toBe(days)
})

describe('is refused, naming the field:', () => {
  const problemOf = (text: string) => parseCrontab(text).problem

  test.each([
    ['60 * * * *', 'minute', '60', '0 to 59'],
    ['* * 0 * *', 'day of month', '0', '1 to 31'],
    ['* * * 13 *', 'month', '13', '1 to 12'],
    ['* * * * 7', 'day of week', '7', '0 to 6 (0 is Sunday)'],
    ['* * * * MON', 'day of week', 'MON', '0 to 6 (0 is Sunday)'],
    ['5-1 * * * *', 'minute', '5-1', '0 to 59'],
    ['*/0 * * * *', 'minute', '*/0', '0 to 59'],
    ['*-5 * * * *', 'minute', '*-5', '0 to 59'],
    ['1,,2 * * * *', 'minute', '1,,2', '0 to 59'],
    ['-1 * * * *', 'minute', '-1', '0 to 59'],
    ['* * ? * *', 'day of month', '?', '1 to 31'],
    ['* * * * 1#2', 'day of week', '1#2', '0 to 6 (0 is Sunday)'],
    ['* *\n* * * *', 'hour', '*?*', '0 to 23'],
  ])('%s', (text, field, shown, allowed) => {
    const problem = problemOf(text)
    expect(problem).toContain(`has "${shown}" in the ${field} field.`)
    expect(problem).toContain(`numbers from ${allowed},`)
  })

  test.each([
    ['', 0],
    ['* * * *', 4],
    ['0 * * * * *', 6],
  ])('"%s" has not five fields', (text, count) => {
    expect(problemOf(text)).toBe(
      `must have five fields (minute, hour, day of month, month, day of week) with spaces between; it has ${count}`,
    )
  })

  test('a field longer than any useful one', () => {
    expect(problemOf(`* ${range(0, 23).join(',')} ${'1,'.repeat(120)}1 * *`)).toBe(
      'has 241 characters in the day of month field. It must have at most 200',
    )
    expect(problemOf(`${range(0, 59).join(',')} * * * *`)).toBeUndefined()
  })

  test.each(['0 0 31 2 *', '0 0 30,31 2 *', '0 0 31 4,6,9,11 *', '0 0 30-31 2 */2'])(
    '%s can never fire',
    (text) => {
      const [, , dayOfMonth, month] = text.split(' ')
      expect(problemOf(text)).toBe(
        `never fires: no month in its month field (${month}) has a day in its day-of-month field (${dayOfMonth})`,
      )
    },
  )

  test.each(['0 0 29 2 *', '0 0 31 2 1', '0 0 31 2,3 *', '0 0 29 2 */6'])('but %s can', (text) => {
    expect(problemOf(text)).toBeUndefined()
  })
})

describe('a step longer than its range', () => {
  test.each([
    ['*/90 * * * *', '*/90', 'minute', 0, 59],
    ['*/60 * * * *', '*/60', 'minute', 0, 59],
    ['0 0 */32 * *', '*/32', 'day of month', 1, 31],
    ['0 0 * * */8', '*/8', 'day of week', 0, 6],
    ['0 0 1-5/9 * *', '1-5/9', 'day of month', 1, 5],
    ['5,*/90 * * * *', '*/90', 'minute', 0, 59],
    ['10/75 * * * *', '10/75', 'minute', 0, 59],
  ])('%s is refused for a new task', (text, part, field, from, to) => {
    expect(describeSteps(text)).toBe(
      `has the step "${part}" in the ${field} field, which selects only the number ${from}. A step must not be longer than its range, here ${from} to ${to}`,
    )
    expect(parseCrontab(text).problem).toBeUndefined()
  })

  test.each([
    '*/59 * * * *',
    '*/30 */12 */15 */6 */3',
    '50/15 * * * *',
    '5-5/1 * * * *',
    '0-10/10 * * * *',
    '* * * * *',
  ])('%s is not', (text) => {
    expect(describeSteps(text)).toBeUndefined()
  })
})

test.each([
  ['0 9 * * 1', 'Etc/UTC', '2026-11-23T09:00:00Z', true],
  ['0 9 * * 1', 'Etc/UTC', '2026-11-23T09:00:59.999Z', true],
  ['0 9 * * 1', 'Etc/UTC', '2026-11-24T09:00:00Z', false],
  ['0 9 * * 1', 'Etc/UTC', '2026-11-23T10:00:00Z', false],
  ['0 9 * * 1', 'Asia/Kathmandu', '2026-11-23T03:15:00Z', true],
  ['0 0 * * 0', 'America/New_York', '2026-11-22T05:00:00Z', true],
  ['0 0 1 1 *', 'Pacific/Kiritimati', '2026-12-31T10:00:00Z', true],
  ['0 0 13 * 5', 'Etc/UTC', '2026-11-20T00:00:00Z', true],
  ['0 0 13 * 5', 'Etc/UTC', '2026-12-14T00:00:00Z', false],
  ['0 0 */2 * 5', 'Etc/UTC', '2026-11-27T00:00:00Z', true],
  ['0 0 */2 * 5', 'Etc/UTC', '2026-11-20T00:00:00Z', false],
])('a minute is due: %s in %s at %s: %s', (text, timeZone, instant, expected) => {
  expect(isDue(parsed(text), timeZone, Date.parse(instant))).toBe(expected)
})
