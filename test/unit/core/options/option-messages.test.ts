import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { operations } from '../../../../lib/schema/operations.ts'
import { fromBody, messageOf } from '../../../support/render/read-screenshot.ts'

const page = 'url=https://example.com/'

describe('messages', () => {
  test('every problem is listed, one per line', () => {
    const message = messageOf('format=bmp&image_quality=101&zzz=1&delay=31&dark_mode=x&dark_mode=1')
    expect(message.split('\n')).toEqual([
      '`zzz` is not a parameter of /v1/screenshot.',
      '`dark_mode` is given 2 times. It must be given only once.',
      '`format` is "bmp". It must be one of jpeg, jpg, png, webp, gif, avif.',
      '`image_quality` is 101. It must be an integer from 1 to 100.',
      '`dark_mode` is "x". It must be a boolean.',
      '`delay` is 31. It must be a number from 0 to 30.',
      'Either `url` or `html` is required.',
    ])
  })

  test('a long value is cut', () => {
    expect(messageOf(`${page}&format=${'x'.repeat(5000)}`)).toContain(`"${'x'.repeat(80)}..."`)
  })

  test('line breaks and control characters in a value do not add lines', () => {
    expect(messageOf(`${page}&format=${encodeURIComponent('a\nb\u001b')}`)).toContain('"a?b?"')
  })

  test.each([
    'url=https://user:hunter2@[x/',
    `${page}&proxy=ftp://user:hunter2@x:1`,
    `${page}&authorization=hunter2 hunter2`,
    `${page}&cookies=hunter2`,
    `${page}&headers=host:hunter2`,
    `${page}&webhook_url=ftp://hunter2`,
  ])('the value of a private parameter does not appear: %s', (query) => {
    expect(messageOf(query)).not.toContain('hunter2')
  })

  test.each(['viewport_device=iphone_99', 'viewport_device=pixel_9', 'ip_location=xx'])(
    'no distant name is suggested for %s',
    (query) => expect(messageOf(`${page}&${query}`)).not.toContain('Did you mean'),
  )

  test('the error for a misspelled device suggests the nearest id', () => {
    expect(messageOf(`${page}&viewport_device=iphone_13_pro_mx`)).toContain('Did you mean iphone_13_pro_max?')
  })
})

describe('a URL that was not encoded', () => {
  const encode = /^`url` contains a query string\. .*URL-encode .*`%26`.*\.$/m

  test('is suspected if unknown parameters follow a URL with a query string', () => {
    const message = messageOf('url=https://a.test/?x=1&b=2&format=png')
    expect(message).toContain('`b` is not a parameter of /v1/screenshot.')
    expect(message).toMatch(encode)
  })

  test.each(['url=https://a.test/&b=2', 'html=?&b=2'])('is not suspected in %s', (query) => {
    expect(messageOf(query)).not.toMatch(/%26/)
  })

  test.each(['url', 'webhook_url'])('%s is reported as encoded twice', (name) => {
    const rest = name === 'url' ? '' : `${page}&`
    expect(messageOf(`${rest}${name}=https%253A%252F%252Fexample.com`)).toBe(
      `\`${name}\` is encoded twice. Encode it once in a query string, and do not encode it in a JSON body.`,
    )
  })
})

test('a URL whose host is longer than DNS allows says so', () => {
  expect(messageOf(`url=https://${'a.'.repeat(127)}example`)).toBe(
    '`url` must have a host name of at most 254 characters.',
  )
})

describe('a message that does not show the value', () => {
  const long = `https://example.com/${'x'.repeat(8980)}`
  test.each([
    [{ url: long }, '`url` has 9000 characters. It must be a string of at most 8192 characters.'],
    [{ url: 5 }, '`url` is a number. It must be a string of at most 8192 characters.'],
    [{ html: 'x', styles: '' }, '`styles` is empty. It must be a string of 1 to 500000 characters.'],
    [
      { html: 'x', cookies: Array.from({ length: 101 }, (_, index) => `a${index}=1`) },
      '`cookies` has 101 items. It must be an array of at most 100 items.',
    ],
  ])('explains the fault: %#', (value, message) => {
    expect(() => fromBody(value)).toThrow(message)
  })

  test('reports the empty query of a task as empty', () => {
    const value = { name: 'a', api: 'pdf', query: '', frequency: 'every_day' }
    expect(() => readOptions(operations.create_task, { kind: 'body', value })).toThrow(
      '`query` is empty. It must be a string of 1 to 32768 characters.',
    )
  })

  test.each([
    ['cookies=a=1;session=b%00', /^`cookies\[1\]` \(`session`\) must /],
    ['headers=x-a:1;host:hunter2', /^`headers\[1\]` \(`host`\) /],
    ['headers[]=x-a:1&headers[]=hunter2', /^`headers\[1\]` must be written as name:value\.$/],
  ])('has the index and name of a cookie or header: %s', (query, message) => {
    expect(messageOf(`${page}&${query}`)).toMatch(message)
    expect(messageOf(`${page}&${query}`)).not.toContain('hunter2')
  })
})

test.each([
  'html=x&url=y',
  'url=ü&format=ü&zzü=1',
  `${page}&headers=ü&cookies=%00&selector=text/x&pdf=ü&viewport_device=x`,
  `${page}&clip_x=1&js=…&webhook_url=x&proxy=y&authorization=z&timezone=ü&locale=_&fail_on_status=1`,
])('the fixed text of a message is ASCII: %s', (query) => {
  expect(messageOf(query).replaceAll(/ü|…/g, '')).toMatch(/^[\n\x20-\x7e]*$/)
})
