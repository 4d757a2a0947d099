import { expect, test } from 'vitest'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import {
  parametersFor,
  readPairs,
  readSearch,
  toPairs,
  toSearch,
  type Value,
  type Values,
  valuesFor,
  withValue,
} from '../../../web/src/parameters/form-values.ts'
import {
  findProblems,
  inBackground,
  readNamedProblems,
  toTrial,
} from '../../../web/src/parameters/problems.ts'

const url = 'https://example.com/?a=1&b=ü'

const values: Values = {
  url,
  format: 'png',
  image_quality: 90,
  full_page: true,
  webhook_signed: false,
  hide_selectors: ['a[href="x,y"]', '.b'],
  block_annoyance: ['ads', 'tracking'],
  block_requests: ['*/ads/*', '*.example.org/*'],
  device_scale_factor: 1.5,
}

test('a form is restored from its address', () => {
  const call = { operation: 'screenshot' as const, values }
  expect(readSearch(toSearch(call))).toEqual(call)
})

test('the service reads the query string of a form as the same values', () => {
  const pairs = toPairs({ operation: 'screenshot', values })
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length)
  expect(readOptions(operations.screenshot, { kind: 'query', pairs })).toMatchObject(values)
  expect(readPairs('screenshot', pairs)).toEqual(values)
})

test('a structured value is sent as JSON, and read from it', () => {
  const structured: Values = {
    url,
    actions: [{ action: 'click', selector: 'a,b' }],
    local_storage: { 'a b': '1' },
  }
  const pairs = toPairs({ operation: 'screenshot', values: structured })
  expect(readOptions(operations.screenshot, { kind: 'query', pairs })).toMatchObject(structured)
  expect(readPairs('screenshot', pairs)).toEqual(structured)
  expect(findProblems({ operation: 'screenshot', values: { url, actions: '[{' } }).get('actions')).toContain(
    '`actions` is not valid JSON: line 1, column 3',
  )
  expect([...readNamedProblems('`actions[1].selector` is required.').keys()]).toEqual(['actions'])
})

test('no private value of any operation comes into an address, and a URL loses its credentials', () => {
  for (const operation of renderOperationIds) {
    const parameters = [...parametersFor(operation).values()]
    const all = Object.fromEntries(
      parameters.map(({ name, schema }): [string, Value] => [
        name,
        schema.type === 'array' ? ['s3cret'] : 's3cret',
      ]),
    )
    const hidden = parameters.filter(({ schema }) => schema['x-private']).map(({ name }) => name)
    expect(hidden.length).toBeGreaterThanOrEqual(8)
    const search = toSearch({ operation, values: { ...all, url: 'https://user:s3cret@example.com/a' } })
    const names = [...new URLSearchParams(search).keys()]
    expect(names.filter((name) => hidden.includes(name))).toEqual(['url'])
    expect(new URLSearchParams(search).get('url')).toBe('https://example.com/a')
  }
  for (const unfinished of ['https://user:s3', 'https://user:s3cret@', 'user:s3cret@example.com'])
    expect(toSearch({ operation: 'pdf', values: { url: unfinished } }).includes('s3')).toBe(false)
})

test('a link cannot fill in private parameters, unknown ones and values of the wrong type', () => {
  expect(
    readSearch(
      'operation=screenshot&scripts=alert(1)&proxy=http://x&nonsense=1&image_quality=high&url=https://a.example/',
    ),
  ).toEqual({ operation: 'screenshot', values: { url: 'https://a.example/' } })
  expect(readSearch('operation=nothing')).toEqual({ operation: 'screenshot', values: {} })
})

test('only what differs from a default is kept', () => {
  const quality = parametersFor('screenshot').get('image_quality')
  if (!quality) throw new Error('no image_quality')
  expect(withValue({ url }, quality, 81)).toEqual({ url, image_quality: 81 })
  expect(withValue({ url, image_quality: 81 }, quality, 80)).toEqual({ url })
  expect(withValue({ url, image_quality: 81 }, quality, undefined)).toEqual({ url })
})

test('another operation gets the values that it accepts', () => {
  expect(valuesFor('screencast', { url, format: 'png', dark_mode: true, image_quality: 80 })).toEqual({
    url,
    dark_mode: true,
  })
  expect(valuesFor('screencast', { format: 'gif' })).toEqual({ format: 'gif' })
})

test('problems have the words of the service, at the parameter that they concern', () => {
  const problems = findProblems({ operation: 'screenshot', values: { image_quality: 101, clip_x: 1, url } })
  expect(problems.get('image_quality')).toBe('`image_quality` is 101. It must be an integer from 1 to 100.')
  expect([...problems.keys()]).toEqual(['image_quality', 'clip_x'])
  expect(findProblems({ operation: 'pdf', values: {} }).get('url')).toBe(
    'Either `url` or `html` is required.',
  )
})

test('an error of the service is read by its lines', () => {
  const message =
    '`webhook_url` is not allowed. It must be a public URL.\nThe page failed.\nIn `query`: `cookies[2]` must be short.'
  expect([...readNamedProblems(message)]).toEqual([
    ['webhook_url', '`webhook_url` is not allowed. It must be a public URL.'],
    ['cookies', '`cookies[2]` must be short.'],
  ])
})

test.each([
  { operation: 'screenshot', values: { url, timeout: 300 } },
  { operation: 'screencast', values: { url, timeout: 300, duration: 120 } },
] as const)('only a $operation in the background may take minutes', (call) => {
  expect([...findProblems(call).keys()]).toContain('timeout')
  expect(findProblems(inBackground(call)).size).toBe(0)
})

test('a trial has no receiver, and takes no longer than a caller can wait', () => {
  const values = { url, async: true, webhook_url: 'https://a.example', timeout: 120, duration: 60, fps: 60 }
  const trial = toTrial({ operation: 'screencast', values })
  expect(trial.values).toEqual({ url, timeout: 30, duration: 30, fps: 60 })
  expect(findProblems(trial).size).toBe(0)
  const short = { operation: 'screenshot', values: { url, timeout: 10 } } as const
  expect(toTrial(short)).toEqual(short)
})
