import { describe, expect, test } from 'vitest'
import { continueTrace, traceIdOf } from '../../../../lib/core/telemetry/trace-context.ts'

const random = Buffer.from([...Array(24).keys()].map((byte) => byte + 1))
const own = '1112131415161718'
const created = `00-0102030405060708090a0b0c0d0e0f10-${own}-00`

/** The example of the standard. */
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

describe('a trace is continued', () => {
  test.each([
    ['as it is', `00-${traceId}-${parentId}-01`, '01'],
    ['if it is not sampled', `00-${traceId}-${parentId}-00`, '00'],
    ['without flags that version 00 does not have', `00-${traceId}-${parentId}-ff`, '01'],
    ['of a later version', `01-${traceId}-${parentId}-01`, '01'],
    ['of a later version with more fields', `cc-${traceId}-${parentId}-01-what-follows`, '01'],
  ])('%s', (_case, header, flags) => {
    expect(continueTrace([header], random)).toBe(`00-${traceId}-${own}-${flags}`)
  })
})

describe('a new trace begins', () => {
  test.each([
    ['without a header', []],
    ['for two headers', [`00-${traceId}-${parentId}-01`, `00-${traceId}-${parentId}-01`]],
    ['for two values in one header', [`00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`]],
    ['for an empty header', ['']],
    ['for version ff', [`ff-${traceId}-${parentId}-01`]],
    ['for version 00 with more fields', [`00-${traceId}-${parentId}-01-00`]],
    ['for version 00 with a dash at its end', [`00-${traceId}-${parentId}-01-`]],
    ['for a later version with more digits', [`01-${traceId}-${parentId}-011`]],
    ['for upper case', [`00-${traceId.toUpperCase()}-${parentId}-01`]],
    ['for zeros as the trace', [`00-${'0'.repeat(32)}-${parentId}-01`]],
    ['for zeros as the parent', [`00-${traceId}-${'0'.repeat(16)}-01`]],
    ['for a short trace', [`00-${traceId.slice(1)}-${parentId}-01`]],
    ['for other characters', [`00-${traceId.replace('4', 'g')}-${parentId}-01`]],
    ['for a line break at its end', [`00-${traceId}-${parentId}-01\n`]],
  ])('%s', (_case, headers) => {
    expect(continueTrace(headers, random)).toBe(created)
  })
})

test('all parts of a trace have its id', () => {
  expect(traceIdOf(`00-${traceId}-${parentId}-01`)).toBe(traceId)
  expect(traceIdOf(continueTrace([created], Buffer.alloc(24, 7)))).toBe(traceIdOf(created))
})
