import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AppError } from '../../../../lib/base/errors.ts'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { rejectIf } from '../../../../lib/schema/check.ts'
import { docs } from '../../../../lib/schema/docs.ts'
import { operations } from '../../../../lib/schema/operations.ts'

const doc = { title: 'X', description: 'X.', examples: [], 'x-group': 'interaction' as const }

const step = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('say'), text: z.string().min(1).max(5) }),
  z
    .strictObject({ kind: z.literal('rest'), seconds: z.int().min(0).max(9).optional() })
    .check(rejectIf(({ seconds }) => (seconds === 7 ? 'must not rest for 7 seconds' : undefined))),
])

const input = z.strictObject({
  steps: z.array(step).max(3).default([]).register(docs, doc),
  hidden: z
    .array(step)
    .max(5)
    .default([])
    .register(docs, { ...doc, 'x-private': true }),
  store: z
    .record(z.string().min(1).max(5), z.string().max(7))
    .optional()
    .register(docs, { ...doc, maxProperties: 2 }),
  watch: z
    .strictObject({ mode: z.enum(['visual', 'text']), ignore: z.array(z.string().max(3)).max(2).default([]) })
    .optional()
    .register(docs, doc),
})

const operation = { ...operations.usage, input }

const fromBody = (value: Record<string, unknown>) => readOptions(operation, { kind: 'body', value })

const fromQuery = (value: Record<string, unknown>) =>
  readOptions(operation, {
    kind: 'query',
    pairs: Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' ? inner : JSON.stringify(inner),
    ]),
  })

const outcome = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError && error.statusCode === 400) return error.message
    throw error
  }
}

const valid = {
  steps: [{ kind: 'say', text: 'hello' }, { kind: 'rest', seconds: 3 }, { kind: 'rest' }],
  store: { a: '1', b: '' },
  watch: { mode: 'text', ignore: ['#a'] },
}

test('a structured parameter is read from JSON in a body, and from JSON text in a query string or a body', () => {
  const expected = { ...valid, hidden: [] }
  expect(fromBody(valid)).toEqual(expected)
  expect(fromQuery(valid)).toEqual(expected)
  expect(fromBody({ steps: JSON.stringify(valid.steps) })).toEqual({ steps: valid.steps, hidden: [] })
})

describe('a message names the path of a fault, what is wrong and what is allowed', () => {
  test.each([
    [
      { steps: [{ kind: 'rest' }, { kind: 'rset' }] },
      '`steps[1].kind` is "rset". It must be one of say, rest. Did you mean rest?',
    ],
    [{ steps: [{}] }, '`steps[0].kind` is required. It must be one of say, rest.'],
    [{ steps: [{ kind: 'say' }] }, '`steps[0].text` is required. It must be a string of 1 to 5 characters.'],
    [
      { steps: [{ kind: 'say', text: 'too long' }] },
      '`steps[0].text` has 8 characters. It must be a string of 1 to 5 characters.',
    ],
    [
      { steps: [{ kind: 'rest', seconds: 10 }] },
      '`steps[0].seconds` is 10. It must be an integer from 0 to 9.',
    ],
    [{ steps: [{ kind: 'rest', seconds: 7 }] }, '`steps[0]` must not rest for 7 seconds.'],
    [
      { steps: [{ kind: 'say', text: 'a', txet: 'b' }] },
      '`steps[0].txet` is unknown. `steps[0]` has the members `kind`, `text`. Did you mean `text`?',
    ],
    [{ steps: ['say'] }, '`steps[0]` is "say". It must be a JSON object whose `kind` is one of say, rest.'],
    [{ steps: {} }, '`steps` is an object. It must be a JSON array of at most 3 objects.'],
    [
      { steps: Array(4).fill({ kind: 'rest' }) },
      '`steps` has 4 items. It must be a JSON array of at most 3 objects.',
    ],
    [
      { steps: '[{"kind":"say"' },
      '`steps` is not valid JSON: line 1, column 15, expected `,` or `}`, but found the end of the text. It must be a JSON array of at most 3 objects.',
    ],
    [{ steps: '' }, '`steps` is empty. It must be a JSON array of at most 3 objects.'],
    [{ store: { a: 1 } }, '`store.a` is 1. It must be a string of at most 7 characters.'],
    [
      { store: { 'a b': 'too long' } },
      '`store["a b"]` has 8 characters. It must be a string of at most 7 characters.',
    ],
    [
      { store: { abcdef: 'x' } },
      'The name of `store.abcdef` has 6 characters. It must be a string of 1 to 5 characters.',
    ],
    [
      { store: [] },
      '`store` is an array. It must be a JSON object of at most 2 members, each a string of at most 7 characters.',
    ],
    [
      { watch: { mode: 'vsual' } },
      '`watch.mode` is "vsual". It must be one of visual, text. Did you mean visual?',
    ],
    [
      { watch: { mode: 'text', ignore: ['a', 'long'] } },
      '`watch.ignore[1]` has 4 characters. It must be a string of at most 3 characters.',
    ],
    [{ watch: 5 }, '`watch` is 5. It must be a JSON object with `mode`, `ignore`.'],
  ])('%#', (value, message) => {
    expect(outcome(() => fromBody(value))).toBe(message)
    expect(outcome(() => fromQuery(value))).toBe(message)
  })

  test('shows no value of a private parameter, but a misspelled word and a number out of range', () => {
    const message = outcome(() =>
      fromBody({
        hidden: [
          { kind: 'say', text: 's3cret' },
          { kind: 'rset' },
          's3cret',
          { kind: 'say', text: 1234 },
          { kind: 'rest', seconds: 10 },
        ],
      }),
    )
    expect(message).toBe(
      [
        '`hidden[0].text` has 6 characters. It must be a string of 1 to 5 characters.',
        '`hidden[1].kind` is "rset". It must be one of say, rest. Did you mean rest?',
        '`hidden[2]` must be a JSON object whose `kind` is one of say, rest.',
        '`hidden[3].text` is a number. It must be a string of 1 to 5 characters.',
        '`hidden[4].seconds` is 10. It must be an integer from 0 to 9.',
      ].join('\n'),
    )
  })
})

test('`name[0]` is not a part of a structured parameter, and two of them are too many', () => {
  const read = (pairs: [string, string][]) => outcome(() => readOptions(operation, { kind: 'query', pairs }))
  expect(read([['steps[0]', '{}']])).toContain('`steps[0]` is not a parameter of')
  const twice: [string, string] = ['steps', '[]']
  expect(read([twice, twice])).toBe('`steps` is given 2 times. It must be given only once.')
})

test('any JSON is read or refused with 400, and is the same as text', () => {
  const name = fc.constantFrom(...Object.keys(input.shape))
  fc.assert(
    fc.property(
      name,
      fc.oneof(fc.jsonValue(), fc.array(fc.record({ kind: fc.constantFrom('say', 'rest', 'x') }))),
      (key, json) => {
        if (json === null) return
        const text = JSON.stringify(json)
        expect(outcome(() => fromBody({ [key]: JSON.parse(text) }))).toEqual(
          outcome(() => fromBody({ [key]: typeof json === 'string' ? json : text })),
        )
      },
    ),
    { numRuns: 150 },
  )
})

test('`__proto__` is refused as a name, because it would be dropped', () => {
  const text = '{"store":{"__proto__":"1"}}'
  expect(outcome(() => fromBody(JSON.parse(text)))).toBe(
    '`store.__proto__` is not allowed. Use another name.',
  )
})

test('of an object with too many members, only the first thousand are checked', () => {
  const store = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`n${index}`, 1]))
  expect(outcome(() => fromBody({ store }))).toMatch(/\n\.\.\. and 980 more problems\.$/)
})

test('long and deep JSON is read or refused without delay', () => {
  for (const text of [
    '['.repeat(500_000),
    `[${'{},'.repeat(100_000)}{}]`,
    `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  ])
    for (const key of Object.keys(input.shape)) expect(outcome(() => fromBody({ [key]: text }))).toBeDefined()
})
