import { describe, expect, test } from 'vitest'
import { InvalidParameterError, UnknownParameterError } from '../../../../lib/base/errors.ts'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { operations } from '../../../../lib/schema/operations.ts'
import { fromBody, fromQuery } from '../../../support/render/read-screenshot.ts'

const page = 'url=https://example.com/'

describe('booleans', () => {
  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('the word %s is read in a query and in a body', (word, expected) => {
    expect(fromQuery(`${page}&full_page=${word}`).full_page).toBe(expected)
    expect(fromBody({ html: 'x', full_page: word }).full_page).toBe(expected)
  })

  test.each([
    ['True', true],
    ['False', false],
  ])('the word %s is read in any case', (word, expected) => {
    expect(fromQuery(`${page}&full_page=${word}`).full_page).toBe(expected)
    expect(fromBody({ html: 'x', full_page: word }).full_page).toBe(expected)
  })

  test.each(['yes', '2', 'on'])('the word "%s" is refused', (word) => {
    expect(() => fromQuery(`${page}&full_page=${word}`)).toThrow(
      `\`full_page\` is "${word}". It must be a boolean.`,
    )
  })

  test.each([
    [1, true],
    [0, false],
  ])('the number %s is read in a body', (number, expected) => {
    expect(fromBody({ html: 'x', full_page: number }).full_page).toBe(expected)
  })

  test.each([2, -1, 0.5, [], ['true'], {}])('%j is refused in a body', (value) => {
    expect(() => fromBody({ html: 'x', full_page: value as number })).toThrow(InvalidParameterError)
  })
})

describe('numbers', () => {
  test.each([
    ['image_quality=55', 'image_quality', 55],
    ['delay=0.5', 'delay', 0.5],
    ['geolocation_latitude=-12.25&geolocation_longitude=0', 'geolocation_latitude', -12.25],
  ])('decimal text %s is read', (query, name, expected) => {
    expect(fromQuery(`${page}&${query}`)).toHaveProperty(name, expected)
  })

  test.each(['abc', 'Infinity', '1e2', '', ' ', '1.5', `${'9'.repeat(400)}`])(
    'the text "%s" is not a quality',
    (text) => {
      expect(() => fromQuery(`${page}&image_quality=${text}`)).toThrow(
        /^`image_quality` is .*\. It must be an integer from 1 to 100\.$/,
      )
    },
  )

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [[80]], [{}], [true]])(
    'the JSON value %s is not a quality',
    (value) => {
      expect(() => fromBody({ html: 'x', image_quality: value })).toThrow(InvalidParameterError)
    },
  )
})

describe('lists', () => {
  test.each([
    ['one string, split on commas', 'wait_until=load,networkidle0', ['load', 'networkidle0']],
    ['spaces and empty pieces around commas', 'wait_until=load, networkidle0,', ['load', 'networkidle0']],
    ['the key repeated', 'wait_until=load&wait_until=networkidle0', ['load', 'networkidle0']],
    ['brackets', 'wait_until[]=load&wait_until[]=networkidle0', ['load', 'networkidle0']],
    ['numbered brackets', 'wait_until[0]=load&wait_until[1]=networkidle0', ['load', 'networkidle0']],
  ])('a list in a query: %s', (_, query, expected) => {
    expect(fromQuery(`${page}&${query}`).wait_until).toEqual(expected)
  })

  test.each([
    ['an array', ['load', 'networkidle0']],
    ['one string', 'load,networkidle0'],
  ])('a list in a body: %s', (_, value) => {
    expect(fromBody({ html: 'x', wait_until: value }).wait_until).toEqual(['load', 'networkidle0'])
  })

  test.each([
    ['in parentheses', '.a:is(.b,.c),.d', ['.a:is(.b,.c)', '.d']],
    ['in brackets', '[data-x=a,b],.d', ['[data-x=a,b]', '.d']],
    ['in double quotes', '[x="a,b"],.d', ['[x="a,b"]', '.d']],
    ['that are escaped', '.a\\,b,.d', ['.a\\,b', '.d']],
    ['after a stray bracket', '.a),.d', ['.a)', '.d']],
  ])('commas %s do not split hide_selectors', (_, text, expected) => {
    expect(fromBody({ html: 'x', hide_selectors: text }).hide_selectors).toEqual(expected)
  })

  test.each(['\t', ';', ''])('a cookie that is blank is refused: %j', (cookie) => {
    expect(() => fromBody({ html: 'x', cookies: [cookie] })).toThrow(/`cookies\[0\]`/)
  })

  test('cookies and headers are split on semicolons', () => {
    const options = fromBody({ html: 'x', cookies: 'a=1; b=2;', headers: 'x-a:1;x-b:2' })
    expect(options).toMatchObject({ cookies: ['a=1', 'b=2'], headers: ['x-a:1', 'x-b:2'] })
  })

  test('a header of a list keeps its semicolons, a cookie of a list does not', () => {
    const options = fromQuery(`${page}&headers[]=accept:a;q=1&cookies[]=a=1;b=2`)
    expect(options).toMatchObject({ headers: ['accept:a;q=1'], cookies: ['a=1', 'b=2'] })
  })

  test('accepts numbers in a JSON array of statuses', () => {
    expect(fromBody({ html: 'x', fail_on_status: [404, '5xx'] }).fail_on_status).toEqual(['404', '5xx'])
    expect(fromBody({ html: 'x', fail_on_status: 404 }).fail_on_status).toEqual(['404'])
  })

  test.each([[{ a: 1 }], [true], [[['load']]], [[null]]])('%j is not an array', (value) => {
    expect(() => fromBody({ html: 'x', wait_until: value })).toThrow(InvalidParameterError)
  })

  test('an array of a million members is rejected quickly', () => {
    const read = () => fromBody({ html: 'x', cookies: 'a;'.repeat(1_000_000) })
    expect(read).toThrow(/`cookies`/)
  })
})

describe('names', () => {
  test.each([
    ['block_resources', 'block_ressources'],
    ['fullPage', 'full_page'],
    ['url[]', 'url'],
  ])('%s is unknown, and %s is suggested', (name, nearest) => {
    expect(() => fromQuery(`${page}&${name}=1`)).toThrow(
      `\`${name}\` is not a parameter of /v1/screenshot. Did you mean \`${nearest}\`?`,
    )
    expect(() => fromBody({ html: 'x', [name]: 1 })).toThrow(UnknownParameterError)
  })

  test.each(['zzz', 'scroll_easing', 'access_key', 'x'.repeat(5000), '\u202e'])(
    '%s is unknown to the screenshot',
    (name) => {
      expect(() => fromBody({ html: 'x', [name]: 1 })).toThrow(UnknownParameterError)
    },
  )

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__[x]', 'constructor[]'])(
    '%s is unknown and pollutes nothing',
    (name) => {
      expect(() => fromQuery(`${page}&${name}=1`)).toThrow(UnknownParameterError)
      expect(() => fromBody(JSON.parse(`{"html":"x",${JSON.stringify(name)}:{"polluted":1}}`))).toThrow(
        UnknownParameterError,
      )
      expect({}).not.toHaveProperty('polluted')
    },
  )

  test('a long name is cut in the message', () => {
    expect(() => fromBody({ html: 'x', ['y'.repeat(5000)]: 1 })).toThrow(/^`y{60}\.\.\.` is not/)
  })

  // Anything worse than linear takes minutes.
  test('a hundred thousand unknown names are refused quickly', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => [`viewport_width${index}`, 1])
    const read = () => fromBody(Object.fromEntries(names))
    expect(read).toThrow(/more problems\.$/)
  })

  test('a parameter that is not an array is accepted only once', () => {
    expect(() => fromQuery(`${page}&url=https://example.org/`)).toThrow(
      '`url` is given 2 times. It must be given only once.',
    )
  })
})

test('enumerated values are accepted in any case, and are read in the documented spelling', () => {
  const query = 'format=PNG&viewport_device=IPhone_13_Pro&wait_until=Load,NetworkIdle2&media_type=Print'
  const expected = {
    format: 'png',
    viewport_device: 'iphone_13_pro',
    wait_until: ['load', 'networkidle2'],
    media_type: 'print',
  }
  expect(fromQuery(`${page}&${query}`)).toMatchObject(expected)
  expect(fromQuery(`${page}&fail_on_status=4XX`).fail_on_status).toEqual(['4xx'])
  expect(fromQuery(`${page}&block_annoyance[]=ADS`).block_annoyance).toEqual(['ads'])
  expect(fromBody({ html: 'x', format: 'Png', block_ressources: ['IMAGE'] })).toMatchObject({
    format: 'png',
    block_ressources: ['image'],
  })
})

describe('null in a body', () => {
  test('is the same as omitting the parameter', () => {
    const nothing = Object.fromEntries(
      Object.keys(operations.screenshot.input.shape).map((name) => [name, null]),
    )
    expect(fromBody({ ...nothing, html: 'x' })).toEqual(fromBody({ html: 'x' }))
  })

  test('is not the value of a required or an unknown parameter', () => {
    expect(() => fromBody({ url: null })).toThrow('Either `url` or `html` is required.')
    expect(() => fromBody({ html: 'x', zzz: null })).toThrow(UnknownParameterError)
    expect(() => readOptions(operations.create_task, { kind: 'body', value: { api: null } })).toThrow(
      /^`name` is required\. It must .*\n`api` is required\. It must be one of screenshot, screencast, pdf, scrape, snapshot\./,
    )
  })
})

test.each([
  ['url', { url: 'https://a.example/\ud800' }],
  ['html', { html: '<p>\udc00</p>' }],
  ['hide_selectors', { html: 'x', hide_selectors: ['.a', '.\ud83d'] }],
  ['headers', { html: 'x', headers: { 'x-\ud800': 'a' } }],
])('half of a surrogate pair in `%s` is refused', (name, value) => {
  expect(() => readOptions(operations.screenshot, { kind: 'body', value })).toThrow(
    `\`${name}\` contains half of a surrogate pair`,
  )
})

test('a surrogate pair is a letter', () => {
  const value = { html: '\ud83d\ude00', hide_selectors: ['.\ud83d\ude00'] }
  expect(readOptions(operations.screenshot, { kind: 'body', value })).toMatchObject(value)
})
