import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Crontab, parseCrontab } from '../../../../../lib/core/tasks/cron/crontab.ts'
import { isDue } from '../../../../../lib/core/tasks/cron/is-due.ts'
import { nextRuns } from '../../../../../lib/core/tasks/cron/next-runs.ts'
import { crontabText, timeZones } from './crontab-arbitraries.ts'
import { clockChanges, createClock, minuteMs } from './wall-clock.ts'

const read = (text: string): Crontab => {
  const { crontab, problem } = parseCrontab(text)
  if (!crontab) throw new Error(problem)
  return crontab
}

const runsOf = (text: string, timeZone: string, after: string, count = 10) =>
  nextRuns(read(text), { timeZone, afterMs: Date.parse(after), count }).map((ms) =>
    new Date(ms).toISOString().slice(0, 16),
  )

/** The runs in a span, by asking `isDue` for each minute of it. Of two equal local times the first counts. */
const dueMinutes = (
  crontab: Crontab,
  timeZone: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
) => {
  const clock = createClock(timeZone)
  const shown = new Set<number>()
  const found: number[] = []
  for (let ms = fromMs + minuteMs; ms <= toMs; ms += minuteMs) {
    const isRepeated = shown.has(clock(ms))
    shown.add(clock(ms))
    if (!isRepeated && isDue(crontab, timeZone, ms)) found.push(ms)
  }
  return found
}

const hoursMs = 60 * minuteMs

describe.each(timeZones)('in %s', (timeZone) => {
  const changes = clockChanges(timeZone)

  test('the next runs are the minutes that are due, even where clocks change', () => {
    const around = fc.constantFrom(...(changes.length > 0 ? changes : [Date.UTC(2026, 2, 1)]))
    fc.assert(
      fc.property(crontabText, around, fc.integer({ min: 60, max: 180 }), (text, changeMs, before) => {
        const { crontab } = parseCrontab(text)
        if (!crontab) return
        const span = { fromMs: changeMs - before * minuteMs, toMs: changeMs + 5 * hoursMs }
        const due = dueMinutes(crontab, timeZone, span)
        const runs = nextRuns(crontab, { timeZone, afterMs: span.fromMs, count: due.length + 1 })
        expect(runs.filter((ms) => ms <= span.toMs)).toEqual(due)
      }),
      { numRuns: 12 },
    )
  })
})

test('a run at the given minute is not a next one', () => {
  expect(runsOf('* * * * *', 'Etc/UTC', '2026-11-01T00:00Z', 2)).toEqual([
    '2026-11-01T00:01',
    '2026-11-01T00:02',
  ])
})

test.each([
  ['0 0 29 2 *', 'Europe/Berlin', 10, '2064-02-28T23:00'],
  // A step after a star is no restriction, so both days must match: a Sunday, which 2100, 2200 and 2300 make rarer.
  ['0 0 29 2 */7', 'Europe/Berlin', 10, '2320-02-28T23:00'],
  // Havana sets its clocks from 0:00 to 1:00 on the second Sunday of March, so this time never comes.
  ['* 0 8-14 3 */7', 'America/Havana', 0, undefined],
  ['59 23 31 12 *', 'Pacific/Kiritimati', 10, '2035-12-31T09:59'],
])(
  'ten runs of `%s` in %s are found without trying each minute between them',
  (text, timeZone, count, last) => {
    const runs = nextRuns(read(text), { timeZone, afterMs: Date.UTC(2026, 10, 22), count: 10 })
    expect(runs.length).toBe(count)
    const lastRun = runs.at(-1)
    if (last !== undefined) expect(new Date(lastRun ?? 0).toISOString().slice(0, 16)).toBe(last)
  },
)
