import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../support/logs-insights.ts'
import { recordLogLines } from '../support/runbook-lines.ts'

const runbook = readFileSync(join(import.meta.dirname, '../../docs/operate/runbook.md'), 'utf8')

/** Query by letter: the indented block below a bold heading. */
const queries = Object.fromEntries(
  [...runbook.matchAll(/^\*\*([A-Z])\. .+\n(?:.+\n)*\n((?: {4}.+\n)+)/gm)].map(
    ([, letter = '', text = '']) => [letter, text.replace(/\n {4}/g, ' ').trim()],
  ),
)

const lines = await recordLogLines()

const requestLines = ['render', 'wrong signature', 'page timeout', 'service error', 'lost browser']
const sweepLines = ['not swept', 'not postponed', 'schedules not repaired', 'sweep']
const endedUnexpectedly = ['timeout', 'out of memory', 'sweep timeout']

const expected: Readonly<Record<string, readonly string[]>> = {
  A: ['service error', 'lost browser'],
  B: endedUnexpectedly,
  C: ['render'],
  D: ['background retry', 'background failure', 'dead letter error'],
  E: requestLines,
  F: ['webhook retried'],
  G: ['dead letter error'],
  H: [...sweepLines, 'uncaught exception', ...endedUnexpectedly],
  I: ['lost browser', 'background retry', 'lost browser process', 'environment replaced'],
  J: ['page timeout'],
}

test('the runbook has these queries', () => {
  expect(Object.keys(queries)).toEqual(Object.keys(expected))
})

describe.each(Object.entries(expected))('query %s', (letter, labels) => {
  const query = queries[letter] ?? ''

  test('finds the lines that it is for, and no others', () => {
    const [filter = ''] = query.split(/\s+\|\s+(?=fields|stats|sort|limit)/)
    const found = parseQuery(filter)([...lines.values()]).map((row) => row['@message'])
    const labelOf = new Map([...lines].map(([label, line]) => [line['@message'], label]))
    expect(found.map((message) => labelOf.get(String(message))).sort()).toEqual([...labels].sort())
  })

  test('runs to its end and shows values in every column that it sorts or groups by', () => {
    const rows = parseQuery(query)([...lines.values()])
    expect(rows.length).toBeGreaterThan(0)
  })
})

test('unexpected ends are counted by function, status and type of the error', () => {
  const rows = parseQuery(queries['B'] ?? '')([...lines.values()])
  expect(
    rows.map((row) => [
      String(row['@log']).split('-').at(-1),
      row['record.status'],
      row['record.errorType'],
      row['invocations'],
      row['usedMB'],
    ]),
  ).toEqual([
    ['pdf', 'timeout', undefined, 1, 840],
    ['pdf', 'error', 'Runtime.OutOfMemory', 1, 3008],
    ['sweep', 'timeout', undefined, 1, 840],
  ])
})

test('slow renders are measured without navigation and waits', () => {
  const [row] = parseQuery(queries['C'] ?? '')([...lines.values()])
  expect(row).toMatchObject({ renders: 1, 'pct(ownMs)': -800, 'avg(phasesMs.capture)': 120 })
})

test.each([
  'filter a = "x" | dedup b',
  'filter a matches "x"',
  'stats median(a)',
  'filter strlen(a) > 1',
  'filter a = "x" b',
])('a query with an unknown part is an error: %s', (query) => {
  expect(() => parseQuery(query)).toThrow()
})

test('a filter whose result depends on a field that a line does not have is an error', () => {
  expect(() => parseQuery('filter outcome != "done"')([...lines.values()])).toThrow(/not defined/)
})
