import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../../lib/base/errors.ts'
import { parseBody, readText } from '../../../../lib/core/options/parse-body.ts'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { resolveScreenshot } from '../../../../lib/core/plan/resolve-screenshot.ts'
import { operations } from '../../../../lib/schema/operations.ts'
import { parametersOf } from '../../../../lib/schema/parameters.ts'

const parameters = [...parametersOf(operations.screenshot.input).values()]
const names = parameters.map(({ name }) => name)
const examples = parameters.flatMap(({ schema }) => [...schema.examples, ...(schema.enum ?? [])])

const exits = new Map()
const hostileNames = ['__proto__', 'constructor', 'toString', 'prototype', '', '[]', '[', 'url[0][1]']
const hostileTexts = [
  '',
  ' ',
  '-0',
  '1e999',
  'NaN',
  '\ud800',
  '\u0000',
  ';;;',
  ',',
  '(((',
  "'",
  '"',
  '\\',
  '%',
  'http://[',
  'http://a:b@c:1',
]

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileNames) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...names), fc.constantFrom('[]', '[0]', '[x]', ' '))
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

const text = fc.oneof(
  fc.constantFrom(...examples.map(String)),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary' }),
  fc.double().map(String),
)

const json = fc.oneof(
  fc.constantFrom<unknown>(...examples),
  text,
  fc.jsonValue(),
  fc.double(),
  fc.array(text),
)

/** A result that resolves, or a 400; everything else escapes and fails the property. */
const isDecided = (read: () => Parameters<typeof resolveScreenshot>[0]): boolean => {
  try {
    const plan = resolveScreenshot(read(), exits, 0)
    return Object.values(plan).every((value) => !Number.isNaN(value))
  } catch (error) {
    return error instanceof AppError && error.statusCode === 400 && error.message !== ''
  }
}

test('any query string is read or rejected with 400', () => {
  const query = fc.array(fc.tuple(name, text), { maxLength: 12 })
  fc.assert(
    fc.property(query, fc.boolean(), (pairs, hasUrl) => {
      const all = hasUrl ? [['url', 'https://example.com/'] as const, ...pairs] : pairs
      expect(isDecided(() => readOptions(operations.screenshot, { kind: 'query', pairs: all }))).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('any JSON body is read or rejected with 400', () => {
  fc.assert(
    fc.property(fc.dictionary(name, json, { maxKeys: 12 }), fc.boolean(), (body, hasUrl) => {
      const value = hasUrl ? { ...body, url: 'https://example.com/' } : body
      expect(isDecided(() => readOptions(operations.screenshot, { kind: 'body', value }))).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('any text is read as a body or rejected with 400', () => {
  const body = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.json().map((document) => document.slice(0, -1)),
  )
  fc.assert(
    fc.property(body, (document) => {
      try {
        expect(parseBody(document)).toEqual(JSON.parse(document))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        expect(error.statusCode).toBe(400)
      }
    }),
    { numRuns: 150 },
  )
})

test('options have the same values from a query string and from a body', () => {
  const parameter = fc.constantFrom(...parameters.filter(({ name }) => !['url', 'html'].includes(name)))
  fc.assert(
    fc.property(parameter, text, ({ name }, value) => {
      const pairs = [['url', 'https://example.com/'] as const, [name, value] as const]
      const outcome = (read: () => unknown) => {
        try {
          return read()
        } catch (error) {
          return String(error)
        }
      }
      expect(outcome(() => readOptions(operations.screenshot, { kind: 'query', pairs }))).toEqual(
        outcome(() => readOptions(operations.screenshot, { kind: 'body', value: Object.fromEntries(pairs) })),
      )
    }),
    { numRuns: 150 },
  )
})

test('a text of a body is found without parsing, however its name is written and wherever else the name stands', () => {
  const spelled = fc.constantFrom('"key"', '"\\u006bey"', '"k\\u0065\\u0079"')
  const other = fc.tuple(fc.constantFrom('"a"', '"keys"', '"\\"key\\":"'), fc.json())
  const member = fc.oneof(
    other,
    fc.tuple(
      spelled,
      fc.oneof(
        fc.string().map((text) => JSON.stringify(text)),
        fc.json(),
      ),
    ),
  )
  fc.assert(
    fc.property(fc.array(member), fc.constantFrom('', ' ', '\n\t'), (members, blank) => {
      const document = `{${members.map(([name, value]) => `${blank}${name}${blank}:${blank}${value}`).join()}${blank}}`
      const { key } = JSON.parse(document)
      expect(readText(document, 'key')).toBe(typeof key === 'string' ? key : undefined)
    }),
  )
})
