import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCrontab } from '../../../../../lib/core/tasks/cron/crontab.ts'
import { isDue } from '../../../../../lib/core/tasks/cron/is-due.ts'
import { translateCrontab } from '../../../../../lib/core/tasks/cron/translate-crontab.ts'
import { crontabText, startMs, timeZones } from './crontab-arbitraries.ts'
import { cronerTimes, scheduledTimes, withoutClockChanges } from './fire-times.ts'

/** About 10 ms of processor time each. `CRONTABS=10000` takes some minutes. */
const crontabs = Number(process.env.CRONTABS ?? 48)
/** A crontab of every minute must run past a clock change that is two hours away. */
const timesEach = 130

/** Rare crontabs have fewer times until then. */
const toMs = Date.UTC(2100, 0, 1)

describe.each(timeZones)('in %s', (timeZone) => {
  test('the translated expressions fire when croner does', { timeout: 300_000 + crontabs * 200 }, () => {
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
