import { expect, test } from 'vitest'
import { nextCron, parseCron } from '../../../../../local/aws/scheduler/cron.ts'
import { createRandom } from '../../../../support/random.ts'
import { minuteMs, type WallTime, walkMinutes } from './walk-minutes.ts'

type Random = ReturnType<typeof createRandom>

/** A field of an expression and its meaning. */
interface Field {
  text: string
  has(value: number): boolean
}

const pick = <T>(random: Random, choices: T[]): T => choices[random(choices.length)] as T

const numberField = (random: Random, min: number, max: number): Field => {
  const from = min + random(max - min + 1)
  const to = from + random(max - from + 1)
  const step = 1 + random(7)
  return pick<Field>(random, [
    { text: '*', has: () => true },
    { text: `${to},${from}`, has: (value) => value === from || value === to },
    { text: `${from}-${to}`, has: (value) => value >= from && value <= to },
    { text: `${from}/${step}`, has: (value) => value >= from && (value - from) % step === 0 },
    { text: `*/${step}`, has: (value) => (value - min) % step === 0 },
    {
      text: `${from}-${to}/${step}`,
      has: (value) => value >= from && value <= to && (value - from) % step === 0,
    },
  ])
}

interface DayFields {
  dayOfMonth: string
  dayOfWeek: string
  isDue(wall: WallTime): boolean
}

const dayFields = (random: Random): DayFields => {
  const days = numberField(random, 1, 31)
  const weekdays = numberField(random, 1, 7)
  return pick<DayFields>(random, [
    { dayOfMonth: days.text, dayOfWeek: '?', isDue: ({ day }) => days.has(day) },
    { dayOfMonth: '?', dayOfWeek: weekdays.text, isDue: (wall) => weekdays.has(wall.weekday) },
  ])
}

const randomCron = (random: Random) => {
  const [minutes, hours, months] = [
    numberField(random, 0, 59),
    numberField(random, 0, 23),
    numberField(random, 1, 12),
  ]
  const days = dayFields(random)
  return {
    text: `cron(${minutes.text} ${hours.text} ${days.dayOfMonth} ${months.text} ${days.dayOfWeek} *)`,
    isDue: (wall: WallTime) =>
      minutes.has(wall.minute) && hours.has(wall.hour) && months.has(wall.month) && days.isDue(wall),
  }
}

const expressionCount = 200
const daysWalked = 62
const occurrencesMax = 12

test.each([7, 8])('random expressions are due at the minutes of an exhaustive check, seed %i', (seed) => {
  const random = createRandom(seed)
  let compared = 0
  for (let index = 0; index < expressionCount; index++) {
    const { text, isDue } = randomCron(random)
    const fromMs = Date.UTC(2026, random(24), 1 + random(28), random(24), random(60))
    const toMs = fromMs + daysWalked * 24 * 60 * minuteMs
    const walked = walkMinutes(isDue, { timeZone: 'UTC', fromMs, toMs, count: occurrencesMax })
    const cron = parseCron(text, 'UTC')
    let after = fromMs
    for (const expected of walked) {
      after = nextCron(cron, after) ?? Number.NaN
      expect({ text, due: after }).toEqual({ text, due: expected })
    }
    const next = nextCron(cron, after)
    if (walked.length < occurrencesMax) expect(next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(toMs)
    compared += walked.length
  }
  expect(compared).toBeGreaterThan(500)
})
