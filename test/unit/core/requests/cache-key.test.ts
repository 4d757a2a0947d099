import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { outsideTheKey, toCacheKey } from '../../../../lib/core/requests/cache-key.ts'
import { docs } from '../../../../lib/schema/docs.ts'
import { type Operation, operations } from '../../../../lib/schema/operations.ts'

const rendering: Operation[] = Object.values<Operation>(operations).filter(({ renders }) => renders)

const read = (operation: Operation, value: Record<string, unknown>): Record<string, unknown> =>
  readOptions(operation, { kind: 'body', value: { url: 'https://example.com/', ...value } })

const keyOf = (value: Record<string, unknown> = {}, operation: Operation = operations.screenshot) =>
  toCacheKey('abc123', operation, read(operation, value))

/** An example may be the default, written or not; what is next to it is not. */
const neighboursOf = (value: unknown): unknown[] => {
  if (typeof value === 'boolean') return [!value]
  return typeof value === 'number' ? [value + 1] : []
}

/** A valid value of the parameter that does not mean what it has. */
const otherValue = (operation: Operation, name: string, value: unknown): unknown => {
  const field = operation.input.shape[name] as z.ZodType
  const doc = docs.get(field)
  const examples: unknown[] = doc?.examples ?? []
  const others = [...examples, ...examples.flatMap(neighboursOf)]
    .map((other) => field.safeParse(other))
    .flatMap(({ success, data }) => (success ? [data] : []))
  const known = [value ?? doc?.default, value].map((one) => JSON.stringify(one))
  const other = others.find((candidate) => !known.includes(JSON.stringify(candidate)))
  expect(other, `an example of ${name} other than ${value}`).toBeDefined()
  return other
}

describe('the key', () => {
  test.each(rendering)('$id: each parameter changes it, or is on the list with a reason', (operation) => {
    const options = read(operation, {})
    for (const name of Object.keys(operation.input.shape)) {
      const changed = { ...options, [name]: otherValue(operation, name, options[name]) }
      const isSame = toCacheKey('a', operation, changed) === toCacheKey('a', operation, options)
      expect(isSame, name).toBe(Object.hasOwn(outsideTheKey, name))
      if (isSame) expect(outsideTheKey[name]).toMatch(/\w{3}/)
    }
  })

  test('the list contains only existing parameters', () => {
    for (const name of Object.keys(outsideTheKey))
      expect(Object.keys(operations.screenshot.input.shape)).toContain(name)
  })

  test('is the account with a SHA-256 in lower-case hex', () => {
    expect(keyOf()).toMatch(/^abc123#[0-9a-f]{64}$/)
  })

  test('differs for another account and another operation', () => {
    const options = read(operations.scrape, {})
    const keys = ['a', 'b'].flatMap((account) =>
      [operations.scrape, { ...operations.scrape, id: 'pdf' }].map((operation) =>
        toCacheKey(account, operation, options),
      ),
    )
    expect(new Set(keys).size).toBe(4)
  })

  test.each([
    [
      'a default that is written out',
      {},
      { viewport_width: 1280, timeout: 30, wait_until: 'domcontentloaded' },
    ],
    ['numbers and booleans as text', { delay: 1, full_page: true }, { delay: '1.0', full_page: '1' }],
    ['jpg and jpeg', { format: 'jpg' }, { format: 'jpeg' }],
    [
      'the order of wait_until',
      { wait_until: 'load,networkidle0' },
      { wait_until: ['networkidle0', 'load'] },
    ],
    ['a repeated member', { block_annoyance: 'ads' }, { block_annoyance: ['ads', 'ads'] }],
    ['the order of hidden elements', { hide_selectors: '.a,#b' }, { hide_selectors: '#b,.a' }],
    [
      'one address in two spellings',
      { url: 'HTTPS://Example.com:443/a/../b' },
      { url: 'https://example.com/b' },
    ],
    ['the order of the parameters', { delay: 1, dark_mode: true }, { dark_mode: true, delay: 1 }],
  ])('is the same for %s', (_what, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })

  test('ignores the order of storage items, but not of actions', () => {
    expect(keyOf({ local_storage: { a: '1', b: '2' } })).toBe(keyOf({ local_storage: { b: '2', a: '1' } }))
    const [first, second] = ['#a', '#b'].map((selector) => ({ action: 'click', selector }))
    expect(keyOf({ actions: [first, second] })).not.toBe(keyOf({ actions: [second, first] }))
    expect(keyOf({ actions: [first] })).toBe(keyOf({ actions: [{ selector: '#a', action: 'click' }] }))
  })

  test('contains the frame rate that a video’s format implies', () => {
    const video = (value: Record<string, unknown>) => keyOf(value, operations.screencast)
    expect(video({})).toBe(video({ fps: 30 }))
    expect(video({ format: 'gif' })).toBe(video({ format: 'gif', fps: 10 }))
  })

  test.each([
    ['the order of cookies', { cookies: 'a=1;a=2' }, { cookies: 'a=2;a=1' }],
    ['the order of headers', { headers: ['x-a:1', 'x-a:2'] }, { headers: ['x-a:2', 'x-a:1'] }],
    ['a query of the address', { url: 'https://example.com/?a' }, { url: 'https://example.com/?b' }],
    ['a fragment of the address', { url: 'https://example.com/#a' }, { url: 'https://example.com/#b' }],
    ['a list and the text that looks like it', { headers: ['x-a:1', 'x-b:2'] }, { headers: ['x-a:1,x-b:2'] }],
  ])('differs by %s', (_what, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  test('does not change if the value of a parameter looks like another parameter', () => {
    expect(keyOf({ styles: '","timeout",1' })).not.toBe(keyOf({ timeout: 1 }))
  })
})
