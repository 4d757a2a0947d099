import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCrontab } from '../../../../../lib/core/tasks/cron/crontab.ts'
import { crontabFields } from '../../../../../lib/core/tasks/cron/crontab-field.ts'
import { isDue } from '../../../../../lib/core/tasks/cron/is-due.ts'
import { translateCrontab } from '../../../../../lib/core/tasks/cron/translate-crontab.ts'
import { clockChanges } from '../../../local/aws/scheduler/walk-minutes.ts'
import { cronerTimes, scheduledTimes, withoutClockChanges } from './fire-times.ts'

/** About 10 ms of processor time each. `CRONTABS=10000` takes some minutes. */
const crontabs = Number(process.env.CRONTABS ?? 48)
/** A crontab of every minute must run past a clock change that is two hours away. */
const timesEach = 130

// Whole and half hours, both hemispheres, and gaps that swallow midnight.
const timeZones = [
  'Etc/UTC',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'America/St_Johns',
  'Asia/Kolkata',
]

interface Field {
  min: number
  max: number
}

const number = ({ min, max }: Field) => fc.integer({ min, max })

const partOf = (field: Field) => {
  const pair = fc.tuple(number(field), number(field)).map((ends) => ends.sort((a, b) => a - b))
  const size = field.max - field.min + 1
  const step = fc.oneof(fc.integer({ min: 1, max: Math.min(7, size) }), fc.integer({ min: 1, max: size }))
  return fc.oneof(
    { weight: 4, arbitrary: number(field).map(String) },
    { weight: 2, arbitrary: pair.map(([from, to]) => `${from}-${to}`) },
    { weight: 3, arbitrary: fc.tuple(pair, step).map(([[from, to], by]) => `${from}-${to}/${by}`) },
    { weight: 2, arbitrary: fc.tuple(number(field), step).map(([from, by]) => `${from}/${by}`) },
    { weight: 2, arbitrary: step.map((by) => `*/${by}`) },
  )
}

const fieldText = (field: Field) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 2, arbitrary: partOf(field) },
    {
      weight: 2,
      arbitrary: fc.array(partOf(field), { minLength: 2, maxLength: 4 }).map((parts) => parts.join(',')),
    },
  )

const anyCrontab = fc.tuple(...crontabFields.map(fieldText))

/** Every night, in the hours in which clocks are changed. */
const nightlyCrontab = fc.tuple(
  fieldText({ min: 0, max: 59 }),
  fc.oneof(fieldText({ min: 0, max: 3 }), fieldText({ min: 0, max: 23 })),
  ...['*', '*', '*'].map((star) => fc.constant(star)),
)

const crontabText = fc
  .oneof({ weight: 2, arbitrary: anyCrontab }, { weight: 1, arbitrary: nightlyCrontab })
  .map((fields) => fields.join(' '))

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes
const minuteMs = 60_000
const firstMs = Date.UTC(2026, 0, 1)

/** Two thirds of the spans begin shortly before a clock change. */
const startMs = (timeZone: string) => {
  const anywhere = fc
    .integer({ min: 0, max: 730 * dayMinutes })
    .map((minutes) => firstMs + minutes * minuteMs)
  const changes = clockChanges(timeZone)
  if (changes.length === 0) return anywhere
  // At least an hour before it: if clocks show an hour twice, the first pass must be within the span.
  const before = (min: number, max: number) =>
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min, max }))
      .map(([change, minutes]) => change - minutes * minuteMs)
  return fc.oneof(
    anywhere.filter((ms) => !changes.some((change) => Math.abs(ms - change) < 2 * dayMinutes * minuteMs)),
    before(hourMinutes, 2 * hourMinutes),
    before(hourMinutes, 4 * dayMinutes),
  )
}

/** Rare crontabs have fewer times until then. */
const toMs = Date.UTC(2100, 0, 1)

describe.each(timeZones)('in %s', (timeZone) => {
  test('the translated expressions fire when croner does', { timeout: 30_000 + crontabs * 200 }, () => {
    fc.assert(
      fc.property(crontabText, startMs(timeZone), (text, fromMs) => {
        const { crontab, problem } = parseCrontab(text)
        const span = { timeZone, fromMs, toMs, count: timesEach }
        if (!crontab) {
          expect(problem).toContain('never fires')
          expect(cronerTimes(text, { days: 'both' }, span)).toEqual([])
          return
        }
        for (const expression of translateCrontab(crontab)) expect(expression.length).toBeLessThanOrEqual(256)
        const found = scheduledTimes(crontab, span)
        expect(found).toEqual(cronerTimes(text, crontab, span, withoutClockChanges(crontab, timeZone)))
        expect(found.every((ms) => isDue(crontab, timeZone, ms))).toBe(true)
      }),
      { numRuns: Math.ceil(crontabs / timeZones.length) },
    )
  })
})
