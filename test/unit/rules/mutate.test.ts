import { expect, test } from 'vitest'
import { instrument } from '../../rules/mutate.ts'

const code = `const linesMax = 40
const marks = /x/
const isLong = (text, list = { linesMax: 2 }) =>
  text.length > linesMax && (marks.test(text) || list.linesMax === 2)
const wait = async (text) => text !== '' && (await text) === 'y'
`
const { code: instrumented, rules } = instrument('file.ts', code, 7)

/** Returns `isLong` without a rule. */
const without = (source: string): ((text: string) => boolean) => {
  const disabled = rules.find((rule) => rule.source === source)?.id
  const define = `const stillframeRule = (id, value, disabled) => (id === ${disabled} ? disabled : value())`
  return new Function(`${define}\n${instrumented}\nreturn isLong`)()
}

test('each threshold, pattern and condition is one rule, with its place', () => {
  expect(rules.map(({ id, kind, place, source }) => [id, kind, place, source])).toEqual([
    [7, 'condition', 'file.ts:4', 'text.length > linesMax'],
    [8, 'threshold', 'file.ts:1', '40'],
    [9, 'condition', 'file.ts:4', 'marks.test(text)'],
    [10, 'condition', 'file.ts:4', 'list.linesMax === 2'],
    [11, 'pattern', 'file.ts:2', '/x/'],
    [12, 'condition', 'file.ts:5', "text !== ''"],
  ])
})

test.each([
  ['nothing', [false, false, true]],
  ['text.length > linesMax', [true, true, true]],
  ['40', [true, true, true]],
  ['/x/', [false, false, true]],
  ['list.linesMax === 2', [false, false, true]],
])('without %s, code decides as if it were not there', (source, expected) => {
  const isLong = without(source)
  expect(['x', 'y', 'x'.repeat(41)].map((text) => isLong(text))).toEqual(expected)
})
