import { expect, test } from 'vitest'
import { keptUntil } from '../../../../lib/core/tasks/kept-until.ts'

const at = Date.UTC(2026, 10, 21, 12)

const days = (task: Parameters<typeof keptUntil>[0]) => {
  const until = keptUntil(task, at)
  return until === undefined ? undefined : (until * 1000 - at) / 86_400_000
}

const daily = { frequency: 'custom', crontab: '0 12 * * *', timezone: 'Etc/UTC' } as const

test('the file of a run is kept until so many later runs are due', () => {
  expect(days({ ...daily, keep_runs: 7 })).toBe(7)
  expect(days({ ...daily, frequency: 'every_minute', keep_runs: 720 })).toBe(0.5)
})

test('no file is kept for more than 30 days, not even that of a task that is due every four years', () => {
  expect(days({ ...daily, keep_runs: 1000 })).toBe(30)
  expect(days({ ...daily, crontab: '0 0 29 2 *', keep_runs: 1000 })).toBe(30)
})

test('without keep_runs, nothing is decided', () => {
  expect(days(daily)).toBeUndefined()
})
