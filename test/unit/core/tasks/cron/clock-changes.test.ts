import { describe, expect, test } from 'vitest'
import { parseCrontab } from '../../../../../lib/core/tasks/cron/crontab.ts'
import { cronerTimes, scheduledTimes } from './fire-times.ts'

// In 2026 New York sets its clocks from 02:00 to 03:00 on 8 March and from 02:00 back to 01:00 on 1 November.
const march = ['2026-03-07T12:00:00-05:00', '2026-03-09T12:00:00-04:00'] as const
const november = ['2026-10-31T12:00:00-04:00', '2026-11-02T12:00:00-05:00'] as const

const timesOf = (text: string, timeZone: string, [from, to]: readonly [string, string]) => {
  const { crontab, problem } = parseCrontab(text)
  if (!crontab) throw new Error(problem)
  const span = { timeZone, fromMs: Date.parse(from), toMs: Date.parse(to), count: 500 }
  const toText = (ms: number) => new Date(ms).toISOString().slice(5, 16)
  return {
    ours: scheduledTimes(crontab, span).map(toText),
    croner: cronerTimes(text, crontab, span).map(toText),
  }
}

describe('clocks set forward', () => {
  test('a fixed time that is skipped does not fire that day, while croner fires after the gap', () => {
    const { ours, croner } = timesOf('30 2 * * *', 'America/New_York', march)
    expect(ours).toEqual(['03-09T06:30'])
    expect(croner).toEqual(['03-08T07:00', '03-09T06:30'])
  })

  test('the skipped times of an interval do not fire, as with croner', () => {
    const { ours, croner } = timesOf('*/30 1-3 * * 0', 'America/New_York', march)
    expect(ours).toEqual(['03-08T06:00', '03-08T06:30', '03-08T07:00', '03-08T07:30'])
    expect(croner).toEqual(ours)
  })
})

describe('clocks set back', () => {
  test('a fixed time that is shown twice fires the first time only, as with croner', () => {
    const { ours, croner } = timesOf('30 1 * * *', 'America/New_York', november)
    expect(ours).toEqual(['11-01T05:30', '11-02T06:30'])
    expect(croner).toEqual(ours)
  })

  test('the times of an interval also fire the first time only, while croner fires both times', () => {
    const { ours, croner } = timesOf('*/30 0-2 * * 0', 'America/New_York', november)
    expect(ours).toEqual([
      '11-01T04:00',
      '11-01T04:30',
      '11-01T05:00',
      '11-01T05:30',
      '11-01T07:00',
      '11-01T07:30',
    ])
    expect(croner.filter((time) => !ours.includes(time))).toEqual(['11-01T06:00', '11-01T06:30'])
  })

  test('half an hour, on Lord Howe Island', () => {
    const { ours } = timesOf('*/15 1 * * 0', 'Australia/Lord_Howe', [
      '2026-04-04T12:00:00+11:00',
      '2026-04-05T12:00:00+10:30',
    ])
    // 01:30 and 01:45 come again half an hour later.
    expect(ours).toEqual(['04-04T14:00', '04-04T14:15', '04-04T14:30', '04-04T14:45'])
  })
})
