import { expect, test } from 'vitest'
import { nextCron, parseCron } from '../../../../../local/aws/scheduler/cron.ts'
import { createRandom } from '../../../../support/random.ts'
import { clockChanges, minuteMs, type WallTime, walkMinutes } from './walk-minutes.ts'

const hourMs = 60 * minuteMs
const expressionsPerChange = 2

const timeZones = [
  'America/New_York',
  'Europe/Paris',
  'Europe/London',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/St_Johns',
  'Asia/Beirut',
]

const randomExpression = (random: (below: number) => number) => {
  const hours = new Set([random(5), random(24), random(4)])
  const minutes = new Set([random(4) * 15, random(60)])
  const isEveryHour = random(4) === 0
  return {
    text: `cron(${[...minutes]} ${isEveryHour ? '*' : [...hours]} * * ? *)`,
    isDue: ({ hour, minute }: WallTime) => (isEveryHour || hours.has(hour)) && minutes.has(minute),
  }
}

const occurrencesBetween = (text: string, timeZone: string, fromMs: number, toMs: number) => {
  const cron = parseCron(text, timeZone)
  const found: number[] = []
  for (let after = fromMs; ; ) {
    const next = nextCron(cron, after)
    if (next === undefined || next > toMs) return found
    found.push(next)
    after = next
  }
}

test.each(timeZones)('in %s, skipped times do not occur and repeated ones occur once', (timeZone) => {
  const random = createRandom(3)
  const changes = clockChanges(timeZone)
  expect(changes.length).toBeGreaterThanOrEqual(4)
  for (const changeMs of changes) {
    const [fromMs, toMs] = [changeMs - 30 * hourMs, changeMs + 30 * hourMs]
    for (let index = 0; index < expressionsPerChange; index++) {
      const { text, isDue } = randomExpression(random)
      const walked = walkMinutes(isDue, { timeZone, fromMs, toMs, count: Number.POSITIVE_INFINITY })
      expect({ text, found: occurrencesBetween(text, timeZone, fromMs, toMs) }).toEqual({
        text,
        found: walked,
      })
    }
  }
})
