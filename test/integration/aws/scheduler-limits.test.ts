import { afterAll, expect, test } from 'vitest'
import { timeZoneNames, toScheduleZone } from '../../../lib/schema/time-zone.ts'
import { offsetMs } from '../../../local/aws/scheduler/time-zone.ts'
import { startTestScheduler } from './test-scheduler.ts'

const scheduler = await startTestScheduler()
afterAll(() => scheduler.close())

/** Of 256 characters, the most that AWS accepts. */
const longest = `cron(${'0,'.repeat(119)}00 0 1 1 ? *)`

test.each([
  ['a step of weekdays', { ScheduleExpression: 'cron(0 9 ? * 2/2 *)' }],
  ['a range of weekdays with a step', { ScheduleExpression: 'cron(0 9 ? * 2-6/2 *)' }],
  ['an expression of 257 characters', { ScheduleExpression: longest.replace('(', '( ') }],
  ['a zone of 51 characters', { ScheduleExpressionTimezone: `Europe/${'x'.repeat(44)}` }],
  ['a zone in small letters', { ScheduleExpressionTimezone: 'europe/berlin' }],
  ['a zone in capital letters', { ScheduleExpressionTimezone: 'EUROPE/BERLIN' }],
  ['a link in small letters', { ScheduleExpressionTimezone: 'us/pacific' }],
  ['an unknown zone', { ScheduleExpressionTimezone: 'Europe/Nowhere' }],
])('Scheduler refuses %s, as AWS does', async (_name, more) => {
  await expect(scheduler.create('refused', more)).rejects.toMatchObject({ name: 'ValidationException' })
})

test('Scheduler accepts an expression of 256 characters, weekdays in a list, and every zone that a task can have', async () => {
  expect(longest.length).toBe(256)
  await scheduler.create('longest', { ScheduleExpression: longest })
  await scheduler.create('weekdays', { ScheduleExpression: 'cron(0 9 ? * 2,4-6 *)' })
  for (const name of timeZoneNames) expect(() => offsetMs(toScheduleZone(name), 0)).not.toThrow()
})
