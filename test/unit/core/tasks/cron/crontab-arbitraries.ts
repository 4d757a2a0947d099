import fc from 'fast-check'
import { crontabFields } from '../../../../../lib/core/tasks/cron/crontab-field.ts'
import { clockChanges } from './wall-clock.ts'

// Whole and half hours, both hemispheres, and gaps that swallow midnight.
export const timeZones = [
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

export const crontabText = fc
  .oneof({ weight: 2, arbitrary: anyCrontab }, { weight: 1, arbitrary: nightlyCrontab })
  .map((fields) => fields.join(' '))

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes
const minuteMs = 60_000
const firstMs = Date.UTC(2026, 0, 1)

/** Two thirds of the spans begin shortly before a clock change. */
export const startMs = (timeZone: string) => {
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
