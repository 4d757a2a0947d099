import type { APIGatewayProxyEvent } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { allowNothing } from '../../../lib/core/network/egress-allow.ts'
import { type OptionSource, readOptions } from '../../../lib/core/options/read-options.ts'
import { resolveScreenshot } from '../../../lib/core/plan/resolve-screenshot.ts'
import { readTaskOptions } from '../../../lib/core/tasks/check-task.ts'
import { readRequest } from '../../../lib/http/read-request.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { parametersOf } from '../../../lib/schema/parameters.ts'

/** Linear work on this much takes milliseconds, and quadratic work longer than a test may take. */
const bytes = 200_000
/** The longest query string that the gateway accepts. */
const queryBytes = 10_240

const fill = (piece: string, length = bytes) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Texts that patterns, splitters and parsers stumble over. A valid beginning leads into the later checks. */
const texts: Record<string, string> = {
  'blanks between letters': `x:a${fill(' ')}b`,
  'blanks and an equals sign': `x=a${fill(' \t')}b`,
  'blanks alone': fill(' '),
  'line breaks': `a${fill('\n')}b`,
  'opening angle brackets': fill('<'),
  'unfinished tags': fill('<link '),
  'tags with an attribute far away': `${fill('<link ', bytes / 2)}href=data: href=${fill(' ', bytes / 2)}>`,
  'unfinished comments': fill('<!--'),
  'unfinished imports': fill('@import '),
  'an import with blanks': `@import${fill(' ')}`,
  'unfinished font faces': `${fill('@font-face{')}url(`,
  'nested functions of an attribute': `<p a="${fill('a(')}`,
  'nested functions of a style sheet': `<style>${fill('x(')}</style>`,
  'nested style blocks': `<style>${fill('a{')}`,
  'nested elements': fill('<b>'),
  quotes: fill('"'),
  apostrophes: fill("'"),
  commas: fill(','),
  semicolons: fill(';'),
  'pairs with semicolons': fill('a=b;'),
  'percent signs': fill('%'),
  escapes: `https://${fill('%41')}@example.com/`,
  'broken escapes': `https://u:${fill('%zz')}@example.com/`,
  'opening brackets': fill('[('),
  'closing brackets': fill('])'),
  backslashes: fill('\\'),
  'escaped letters': fill('\\61'),
  asterisks: fill('*a'),
  dots: `https://${fill('a.')}/`,
  'path segments': `https://example.com/${fill('../')}`,
  digits: fill('9'),
  'digits with dots': fill('1.'),
  ranges: fill('1-2,'),
  'a range with blanks': `1 -${fill(' ')}x`,
  'ranges with blanks': fill(`1${' '.repeat(1000)}-${' '.repeat(1000)}2,`),
  'ampersands and entities': fill('&amp'),
  'combining marks': fill('\u0301'),
  'lone surrogates': fill('\ud800', bytes / 6),
  'invisible characters': fill('\u0000', bytes / 6),
  slashes: fill('/'),
  tokens: `bearer ${fill('a ')}`,
}

/** A parameter with a text in one of the forms that it may have. */
interface Sending {
  operation: Operation
  name: string
  form: 'query' | 'string' | 'array'
  /** Without it a text is refused for its length; with it the checks that follow meet it. */
  lengthMax: number | undefined
}

const sourceOf = ({ name, form }: Pick<Sending, 'name' | 'form'>, text: string): OptionSource => {
  if (form === 'query') return { kind: 'query', pairs: [[name, text]] }
  return { kind: 'body', value: { [name]: form === 'array' ? [text] : text } }
}

/** Fails with any error but a 400, which is as good as a success. */
const ends = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    expect(error).toMatchObject({ statusCode: 400 })
  }
}

/** Reads a request as an endpoint does. */
const read = <O extends Operation>(operation: O, event: APIGatewayProxyEvent) =>
  readOptions(operation, readRequest(event).source())

/** Operations share the fields of most parameters: each field is tried once. */
const seen = new Set<unknown>()

const sendings = Object.values<Operation>(operations).flatMap((operation) =>
  [...parametersOf(operation.input).values()].flatMap(({ name, schema }): Sending[] => {
    const field: unknown = operation.input.shape[name]
    if (seen.has(field) || !['array', 'object', 'string'].includes(schema.type)) return []
    seen.add(field)
    const lengthMax = schema.maxLength ?? schema.items?.maxLength
    const forms: Sending['form'][] = []
    if (operation.methods.includes('GET')) forms.push('query')
    if (operation.methods.some((method) => method !== 'GET')) forms.push('string')
    if (forms.includes('string') && schema.type === 'array') forms.push('array')
    return forms.map((form) => ({ operation, name, form, lengthMax }))
  }),
)

const post = (body: unknown) =>
  ({
    httpMethod: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }) as APIGatewayProxyEvent

describe('any parameter is read in linear time:', () => {
  test.each(Object.entries(texts))('%s', (_kind, text) => {
    for (const { operation, name, form, lengthMax } of sendings) {
      const whole = form === 'query' ? text.slice(0, queryBytes) : text
      for (const sent of new Set([whole, whole.slice(0, lengthMax)]))
        ends(() => readOptions(operation, sourceOf({ name, form }, sent)))
    }
    ends(() =>
      read(operations.screenshot, post({ html: text, headers: text, cookies: [text], [text]: text })),
    )
  })
})

describe('reads large requests in linear time', () => {
  const megabytes = 6_000_000
  const readScreenshot = (body: unknown) => ends(() => read(operations.screenshot, post(body)))

  test('a hundred headers and cookies of the maximum length, full of spaces', () => {
    const headers = Array.from({ length: 100 }, (_, at) => `x-${at}:a${fill(' ', 8000)}b`)
    const cookies = Array.from({ length: 100 }, (_, at) => `c${at}=${fill('a', 4000)}`)
    const authorization = `bearer a${fill(' ', 8000)}b`
    const options = { html: 'x', headers, cookies, authorization }
    ends(() => resolveScreenshot(read(operations.screenshot, post(options)), new Map(), 0))
  })

  test.each([
    ['one text of blanks', { headers: [`x:a${fill(' ', megabytes)}b`] }],
    ['one list in a text', { cookies: fill('a=b;', megabytes) }],
    ['one list of empty pieces', { headers: fill(';', megabytes) }],
    ['a list of two million members', { hide_selectors: Array(megabytes / 3).fill('') }],
    ['an HTML document', { html: fill('<b ', 5 * 1024 ** 2) }],
  ])('6 MB: %s', (_, options) => {
    readScreenshot(options)
  })

  test.each([
    ['nesting', `{"headers":${fill('[', 0.75e6)}${fill(']', 0.75e6)}}`],
    ['unfinished nesting', `{"headers":${fill('[', 1.5e6)}`],
    ['the same name', `{${fill('"url":"",', 1.5e6)}"url":""}`],
  ])('1.5 MB of %s', (_, body) => {
    readScreenshot(body)
  })

  test('a query string of many parameters', () => {
    const query = new URLSearchParams(Array.from({ length: 50_000 }, (_, at) => ['headers[]', `x-${at}:1`]))
    const event = {
      httpMethod: 'GET',
      multiValueQueryStringParameters: { 'headers[]': query.getAll('headers[]') },
    } as unknown as APIGatewayProxyEvent
    ends(() => read(operations.screenshot, event))
  })

  test.each([
    ['a template', `pdf_header_template=${encodeURIComponent(`${fill('<link ', 12_000)}href=data: href=`)}`],
    ['blanks', `html=x&headers[]=x:a${fill('+', 32_000)}b`],
    ['names', fill('a&', 32_000)],
    ['repeated names', fill('headers[]=&', 32_000)],
    ['brackets', fill('[', 32_000)],
    ['percent signs', `url=${fill('%', 32_000)}`],
  ])('the query of a task: %s', (_, query) => {
    for (const api of ['pdf', 'screenshot'] as const) {
      ends(() => readTaskOptions({ api, query }, { egress: { allow: allowNothing, serviceHosts: [] } }))
    }
  })
})
