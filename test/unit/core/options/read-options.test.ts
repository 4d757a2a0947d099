import { describe, expect, test } from 'vitest'
import { parseEgressAllow } from '../../../../lib/core/network/egress-allow.ts'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { InvalidParameterError, UnknownParameterError } from '../../../../lib/errors.ts'
import { operations } from '../../../../lib/schema/operations.ts'
import { cpuMs } from '../../../support/cpu-ms.ts'
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
    ['TRUE', true],
    ['False', false],
  ])('the word %s is read without case', (word, expected) => {
    expect(fromQuery(`${page}&full_page=${word}`).full_page).toBe(expected)
    expect(fromBody({ html: 'x', full_page: word }).full_page).toBe(expected)
  })

  test.each(['yes', '2', 'on'])('the word "%s" is refused', (word) => {
    expect(() => fromQuery(`${page}&full_page=${word}`)).toThrow(
      `\`full_page\` is "${word}". It must be a boolean (true or false).`,
    )
  })

  test('a number is no boolean in a body', () => {
    expect(() => fromBody({ html: 'x', full_page: 1 })).toThrow(InvalidParameterError)
  })
})

describe('numbers', () => {
  test.each([
    ['image_quality=55', 'image_quality', 55],
    ['delay=0.5', 'delay', 0.5],
    ['delay=.5', 'delay', 0.5],
    ['geolocation_latitude=-12.25&geolocation_longitude=0', 'geolocation_latitude', -12.25],
  ])('decimal text %s is read', (query, name, expected) => {
    expect(fromQuery(`${page}&${query}`)).toHaveProperty(name, expected)
  })

  test('a numeric string is read in a body', () => {
    expect(fromBody({ html: 'x', image_quality: '55' }).image_quality).toBe(55)
  })

  test.each([
    'abc',
    'NaN',
    'Infinity',
    '1e2',
    '0x10',
    '',
    ' ',
    '5,5',
    '12px',
    '--1',
    '1.5',
    `${'9'.repeat(400)}`,
  ])('the text "%s" is no quality', (text) => {
    expect(() => fromQuery(`${page}&image_quality=${text}`)).toThrow(
      /^`image_quality` is .*\. It must be an integer from 1 to 100\.$/,
    )
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [[80]], [{}], [true]])(
    'the JSON value %s is no quality',
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
    ['one bracket', 'wait_until[]=load', ['load']],
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
    ['in single quotes', "[x='a],b'],.d", ["[x='a],b']", '.d']],
    ['that are escaped', '.a\\,b,.d', ['.a\\,b', '.d']],
    ['after a stray bracket', '.a),.d', ['.a)', '.d']],
  ])('commas %s do not split hide_selectors', (_, text, expected) => {
    expect(fromBody({ html: 'x', hide_selectors: text }).hide_selectors).toEqual(expected)
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

  test.each([[{ a: 1 }], [true], [[['load']]], [[null]]])('%j is no list', (value) => {
    expect(() => fromBody({ html: 'x', wait_until: value })).toThrow(InvalidParameterError)
  })

  test('a list of a million members is refused quickly', () => {
    const read = () => fromBody({ html: 'x', cookies: 'a;'.repeat(1_000_000) })
    expect(cpuMs(() => expect(read).toThrow(/`cookies`/))).toBeLessThan(2000)
  })
})

describe('names', () => {
  test.each([
    ['block_resources', 'block_ressources'],
    ['fullPage', 'full_page'],
    ['full-page', 'full_page'],
    ['viewport_widht', 'viewport_width'],
    ['url[]', 'url'],
  ])('%s is unknown, and %s is proposed', (name, nearest) => {
    expect(() => fromQuery(`${page}&${name}=1`)).toThrow(
      `\`${name}\` is not a parameter of /v1/screenshot. Did you mean \`${nearest}\`?`,
    )
    expect(() => fromBody({ html: 'x', [name]: 1 })).toThrow(UnknownParameterError)
  })

  test.each([
    'zzz',
    'scroll_easing',
    'js_enabled',
    'duration',
    'pdf_scale',
    'access_key',
    'x'.repeat(5000),
    '\u202e',
  ])('%s is unknown to the screenshot', (name) => {
    expect(() => fromBody({ html: 'x', [name]: 1 })).toThrow(UnknownParameterError)
  })

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
    expect(cpuMs(() => expect(read).toThrow(/more problems\.$/))).toBeLessThan(5_000)
  })

  test('a parameter that is no list may come only once', () => {
    expect(() => fromQuery(`${page}&url=https://example.org/`)).toThrow(
      '`url` is given 2 times. It must be given only once.',
    )
  })
})

describe('messages', () => {
  test('every problem is listed, one per line', () => {
    const message = messageOf('format=bmp&image_quality=101&zzz=1&delay=31&dark_mode=x&dark_mode=1')
    expect(message.split('\n')).toEqual([
      '`zzz` is not a parameter of /v1/screenshot.',
      '`dark_mode` is given 2 times. It must be given only once.',
      '`format` is "bmp". It must be one of jpeg, jpg, png, webp, gif, avif.',
      '`image_quality` is 101. It must be an integer from 1 to 100.',
      '`dark_mode` is "x". It must be a boolean (true or false).',
      '`delay` is 31. It must be a number from 0 to 30.',
      'Either `url` or `html` is required.',
    ])
  })

  test('a long value is cut', () => {
    expect(messageOf(`${page}&format=${'x'.repeat(5000)}`)).toContain(`"${'x'.repeat(80)}..."`)
  })

  test('line breaks and control characters in a value do not make lines', () => {
    expect(messageOf(`${page}&format=${encodeURIComponent('a\nb\u001b')}`)).toContain('"a?b?"')
  })

  test.each([
    'url=https://user:hunter2@[x/',
    `${page}&proxy=ftp://user:hunter2@x:1`,
    `${page}&authorization=hunter2 hunter2`,
    `${page}&cookies=hunter2`,
    `${page}&cookies=a=hunter2%00`,
    `${page}&headers=host:hunter2`,
    `${page}&webhook_url=ftp://hunter2`,
  ])('the value of a private parameter does not appear: %s', (query) => {
    expect(messageOf(query)).not.toContain('hunter2')
  })

  test.each(['viewport_device=iphone_99', 'viewport_device=pixel_9', 'ip_location=xx'])(
    'nothing far-fetched is suggested for %s',
    (query) => expect(messageOf(`${page}&${query}`)).not.toContain('Did you mean'),
  )

  test('the error for a misspelt device gives the nearest id', () => {
    expect(messageOf(`${page}&viewport_device=iphone_13_pro_mx`)).toContain('Did you mean iphone_13_pro_max?')
  })
})

describe('enumerated values', () => {
  test('are compared without case, and are read in the documented spelling', () => {
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
})

describe('null in a body', () => {
  test('is the same as leaving the parameter out', () => {
    const nothing = Object.fromEntries(
      Object.keys(operations.screenshot.input.shape).map((name) => [name, null]),
    )
    expect(fromBody({ ...nothing, html: 'x' })).toEqual(fromBody({ html: 'x' }))
  })

  test('is not the value of a required or an unknown parameter', () => {
    expect(() => fromBody({ url: null })).toThrow('Either `url` or `html` is required.')
    expect(() => fromBody({ html: 'x', zzz: null })).toThrow(UnknownParameterError)
    expect(() => readOptions(operations.create_task, { kind: 'body', value: { api: null } })).toThrow(
      /^`name` is required\. It must .*\n`api` is required\. It must be one of screenshot, screencast, pdf, scrape\./,
    )
  })
})

describe('a URL that was not encoded', () => {
  const encode = /^`url` has a query string of its own\. .*encode each `&` in the URL as `%26`\.$/m

  test('is suspected where unknown parameters follow a URL with a query string', () => {
    const message = messageOf('url=https://a.test/?x=1&b=2&format=png')
    expect(message).toContain('`b` is not a parameter of /v1/screenshot.')
    expect(message).toMatch(encode)
  })

  test.each(['url=https://a.test/&b=2', 'html=?&b=2'])('is not suspected in %s', (query) => {
    expect(messageOf(query)).not.toMatch(/%26/)
  })

  test.each(['url', 'webhook_url'])('encoded twice, %s says so', (name) => {
    const rest = name === 'url' ? '' : `${page}&`
    expect(messageOf(`${rest}${name}=https%253A%252F%252Fexample.com`)).toBe(
      `\`${name}\` is encoded twice. Encode it once in a query string, and do not encode it in a JSON body.`,
    )
  })
})

describe('what is wrong with a value that is not shown', () => {
  const long = `https://example.com/${'x'.repeat(8980)}`
  test.each([
    [{ url: long }, '`url` has 9000 characters. It must be a string of at most 8192 characters.'],
    [{ url: 5 }, '`url` is a number. It must be a string of at most 8192 characters.'],
    [{ url: ['https://example.com/'] }, '`url` is an array. It must be a string of at most 8192 characters.'],
    [{ html: 'x', styles: '' }, '`styles` is empty. It must be a string of 1 to 500000 characters.'],
    [
      { html: 'x', cookies: Array.from({ length: 101 }, (_, index) => `a${index}=1`) },
      '`cookies` has 101 items. It must be an array of at most 100 items.',
    ],
  ])('is said: %#', (value, message) => {
    expect(() => fromBody(value)).toThrow(message)
  })

  test('an empty query of a task is empty', () => {
    const value = { name: 'a', api: 'pdf', query: '', frequency: 'every_day' }
    expect(() => readOptions(operations.create_task, { kind: 'body', value })).toThrow(
      '`query` is empty. It must be a string of 1 to 32768 characters.',
    )
  })

  test.each([
    ['cookies=a=1;session=b%00', /^`cookies\[1\]` \(`session`\) must /],
    ['headers=x-a:1;host:hunter2', /^`headers\[1\]` \(`host`\) /],
    ['headers[]=x-a:1&headers[]=hunter2', /^`headers\[1\]` must be written as name:value\.$/],
  ])('of a cookie or header, index and name are: %s', (query, message) => {
    expect(messageOf(`${page}&${query}`)).toMatch(message)
    expect(messageOf(`${page}&${query}`)).not.toContain('hunter2')
  })
})

test.each([
  'html=x&url=y',
  'url=ü&format=ü&zzü=1',
  `${page}&headers=ü&cookies=%00&selector=text/x&pdf=ü&viewport_device=x`,
  `${page}&clip_x=1&js=…&webhook_url=x&proxy=y&authorization=z&timezone=ü&locale=_&fail_on_status=1`,
])('what a message says itself is ASCII: %s', (query) => {
  expect(messageOf(query).replaceAll(/ü|…/g, '')).toMatch(/^[\n\x20-\x7e]*$/)
})

describe('webhook_url', () => {
  const allowing = (allow: string, serviceHosts: string[] = []) => ({
    egress: { allow: parseEgressAllow(allow), serviceHosts },
  })

  test('accepts https', () => {
    expect(fromQuery(`${page}&webhook_url=https://example.com/hook`)).toMatchObject({
      webhook_url: 'https://example.com/hook',
      webhook_signed: true,
    })
  })

  test.each(['ftp://x.test/', 'nonsense'])('the error for %s names the required scheme', (url) => {
    expect(messageOf(`${page}&webhook_url=${url}`)).toBe(
      '`webhook_url` must be an absolute URL that begins with https://.',
    )
  })

  test('http is an invalid parameter', () => {
    expect(() => fromQuery(`${page}&webhook_url=http://example.com/`)).toThrow(
      '`webhook_url` must begin with https://.',
    )
  })

  test('accepts http for a host that the operator allows', () => {
    const rules = allowing('trial.test')
    expect(fromQuery(`${page}&webhook_url=http://trial.test:8000/`, rules)).toMatchObject({
      webhook_url: 'http://trial.test:8000/',
    })
    expect(() => fromQuery(`${page}&webhook_url=http://other.test/`, rules)).toThrow(InvalidParameterError)
  })

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://a.localhost/',
    'https://printer.local/',
    'https://db.internal/',
    'https://intranet/',
    'https://example.com:22/',
    'https://api.stillframe.test/v1/screenshot',
  ])('%s is refused before anything is rendered', (url) => {
    const rules = allowing('', ['api.stillframe.test'])
    expect(() => fromQuery(`${page}&webhook_url=${encodeURIComponent(url)}`, rules)).toThrow(
      '`webhook_url` is not allowed. It must be a public URL.',
    )
  })
})

const messageOf = (query: string): string => {
  try {
    fromQuery(query)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('the query was accepted')
}
