import { expect, test } from 'vitest'
import { parseCrontab } from '../../../../../lib/core/tasks/cron/crontab.ts'
import { translateCrontab } from '../../../../../lib/core/tasks/cron/translate-crontab.ts'

const translated = (text: string) => {
  const { crontab, problem } = parseCrontab(text)
  if (!crontab) throw new Error(problem)
  return translateCrontab(crontab)
}

test.each([
  ['* * * * *', ['cron(* * * * ? *)']],
  ['*/15 9-17 * * 1-5', ['cron(0/15 9-17 ? * 2-6 *)']],
  ['0 0 * * 0,5,6', ['cron(0 0 ? * 1,6,7 *)']],
  ['5/15 */6 * 2/3 *', ['cron(5/15 0/6 * 2/3 ? *)']],
  ['1-30/5 * * * *', ['cron(1,6,11,16,21,26 * * * ? *)']],
  ['0,30 1,2,3,5 * * *', ['cron(0,30 1-3,5 * * ? *)']],
  ['*/7 */5 */3 */4 *', ['cron(0/7 0/5 1/3 1/4 ? *)']],
])('%s becomes one expression', (text, expressions) => {
  expect(translated(text)).toEqual(expressions)
})

test.each([
  ['1,3,5', '2,4,6'],
  ['0,2,4,6', '1,3,5,7'],
  ['*/2', '1,3,5,7'],
  ['0,3,6', '1,4,7'],
  ['2,4,6', '3,5,7'],
  ['1-3,5-6', '2-4,6,7'],
])('weekdays have no steps, which EventBridge does not document: %s becomes %s', (weekdays, field) => {
  expect(translated(`0 9 * * ${weekdays}`)).toEqual([`cron(0 9 ? * ${field} *)`])
})

test('days of both kinds become two expressions', () => {
  expect(translated('0 8 1,15 * 1')).toEqual(['cron(0 8 1,15 * ? *)', 'cron(0 8 ? * 2 *)'])
  expect(translated('0 9 1-7 * 1,3,5')).toEqual(['cron(0 9 1-7 * ? *)', 'cron(0 9 ? * 2,4,6 *)'])
})

test('days of both kinds need one expression if one covers the other', () => {
  expect(translated('0 8 1-31 * 1')).toEqual(['cron(0 8 * * ? *)'])
  expect(translated('0 8 13 * 0-6')).toEqual(['cron(0 8 * * ? *)'])
  expect(translated('0 8 31 2 1')).toEqual(['cron(0 8 ? 2 2 *)'])
})

test('if both kinds must match, the rarer one is translated', () => {
  expect(translated('0 8 */2 * 1')).toEqual(['cron(0 8 ? * 2 *)'])
  expect(translated('0 8 13 * */2')).toEqual(['cron(0 8 13 * ? *)'])
})

/** The longest list that `first` to `last` can need: single numbers, pairs and ranges with a gap between. */
const longestList = (first: number, last: number): number => {
  const longestFrom = new Map<number, number>()
  for (let from = last; from >= first; from--) {
    let longest = longestFrom.get(from + 1) ?? 0
    for (let to = from; to <= last; to++) {
      const own = to === from ? `${from}`.length : `${from}-${to}`.length
      const rest = longestFrom.get(to + 2) ?? 0
      longest = Math.max(longest, own + (rest > 0 ? rest + 1 : 0))
    }
    longestFrom.set(from, longest)
  }
  return longestFrom.get(first) ?? 0
}

test('the longest translation fits into an expression', () => {
  const [minute, hour, day, month] = [
    longestList(0, 59),
    longestList(0, 23),
    longestList(1, 31),
    longestList(1, 12),
  ]
  const longest = 'cron('.length + minute + 1 + hour + 1 + day + 1 + month + ' ? *)'.length
  expect(longest).toBe(240)
  expect(longest).toBeLessThanOrEqual(256)
})
