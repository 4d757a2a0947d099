import { describe, expect, test } from 'vitest'
import { InvalidParameterError, UnknownParameterError } from '../../../../lib/base/errors.ts'
import { allowNothing } from '../../../../lib/core/network/egress-allow.ts'
import { assertTimes, assertWatch, readTaskOptions } from '../../../../lib/core/tasks/check-task.ts'
import { schedulesOf } from '../../../../lib/core/tasks/task-schedules.ts'
import type { Frequency } from '../../../../lib/schema/tasks.ts'

const rules = { egress: { allow: allowNothing, serviceHosts: [] } }

const read = (query: string, api: 'screenshot' | 'scrape' | 'snapshot' = 'screenshot') =>
  readTaskOptions({ api, query }, rules)

describe('the query of a task', () => {
  test('is read like a query string of the operation, and is asynchronous', () => {
    const options = read(
      'url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2&full_page=1&hide_selectors=.a,.b&external_id=x',
    )
    expect(options).toMatchObject({
      url: 'https://example.com/?a=1&b=2',
      full_page: true,
      hide_selectors: ['.a', '.b'],
      external_id: 'x',
      async: true,
      format: 'jpeg',
    })
  })

  test('of a snapshot has the options of its outputs as JSON text', () => {
    const query = new URLSearchParams({
      url: 'https://example.com/',
      outputs: 'pdf,links',
      pdf_options: JSON.stringify({ pdf_landscape: true }),
    })
    expect(read(query.toString(), 'snapshot')).toMatchObject({
      outputs: ['pdf', 'links'],
      pdf_options: { pdf_landscape: true, pdf_scale: 1 },
      async: true,
    })
    expect(() => read('html=x&pdf_options={"pdf_scale":9}&outputs=pdf', 'snapshot')).toThrow(
      'In `query`: `pdf_options.pdf_scale` is 9. It must be a number from 0.1 to 2.',
    )
  })

  test.each(['url=http://h.example/stra%DFe', 'html=x&url=http://h.example/%C3', 'url=%ff&html=x'])(
    'must be UTF-8: %s',
    (query) => {
      expect(() => read(query)).toThrow('In `query`: `url` is not valid UTF-8 after percent-decoding.')
    },
  )

  test('may have a percent sign that escapes nothing', () => {
    expect(read('html=100%25%20of%20%C3%A9%')).toMatchObject({ html: '100% of \u00e9%' })
  })

  test.each(['access_key', 'signature', 'expires', 'async', 'async[]', 'access_key[0]'])(
    'must not have %s',
    (name) => {
      expect(() => read(`html=x&${encodeURIComponent(name)}=1`)).toThrow(InvalidParameterError)
      expect(() => read(`html=x&${encodeURIComponent(name)}=1`)).toThrow(
        `parameter \`${name.replace(/\[.*/, '')}\``,
      )
    },
  )

  test('with several faults has one line for each in the error, all about the query', () => {
    const message = () => {
      try {
        read('format=bmp&image_quality=0')
      } catch (error) {
        return (error as Error).message
      }
    }
    const lines = message()?.split('\n') ?? []
    expect(lines.length).toBe(3)
    for (const line of lines) expect(line).toMatch(/^In `query`: (?:`|Either)/)
  })

  test('with a parameter of another operation is refused as unknown', () => {
    expect(() => read('url=https%3A%2F%2Fexample.com%2F&omit_background=1', 'scrape')).toThrow(
      UnknownParameterError,
    )
  })
})

const scheduleOf = (frequency: Frequency, crontab?: string) =>
  schedulesOf({ id: 1, accountId: 'a', frequency, crontab, timezone: 'Asia/Tokyo', enabled: true })

test.each([
  ['every_minute', 'cron(* * * * ? *)'],
  ['every_hour', 'cron(0 * * * ? *)'],
  ['every_day', 'cron(0 0 * * ? *)'],
  ['every_month', 'cron(0 0 1 * ? *)'],
] as const)('%s is %s in the task’s time zone', (frequency, expression) => {
  assertTimes({ frequency })
  expect(scheduleOf(frequency)).toEqual([
    { taskId: 1, accountId: 'a', expression, timezone: 'Asia/Tokyo', enabled: true },
  ])
})

test('custom uses the crontab, as two schedules if days of both kinds match', () => {
  expect(scheduleOf('custom', '0 0 1 * 1').map(({ expression }) => expression)).toEqual([
    'cron(0 0 1 * ? *)',
    'cron(0 0 ? * 2 *)',
  ])
})

describe('a task that watches its page', () => {
  const watch = {
    mode: 'visual',
    threshold: 0.001,
    ignore_selectors: [] as string[],
    notify: 'change',
  } as const
  const check = (api: 'screenshot' | 'scrape' | 'pdf', query: string, changes: object = {}) =>
    assertWatch({ api, watch: { ...watch, ...changes } }, readTaskOptions({ api, query }, rules))

  test.each([
    ['pdf', 'html=x', {}, '`watch.mode` visual requires `api` screenshot, not pdf.'],
    ['screenshot', 'html=x&cache=true', {}, '`watch` requires new renders'],
    ['screenshot', 'html=x&on_timeout=capture', {}, '`watch` compares complete pages'],
    ['screenshot', 'html=x', { mode: 'text' }, '`watch.mode` text requires `api` scrape with `format=md`'],
    ['scrape', 'url=http://example.com/&format=html', { mode: 'text' }, '`watch.mode` text requires'],
    [
      'scrape',
      'url=http://example.com/&format=md',
      { mode: 'text', ignore_selectors: ['.ad'] },
      '`watch.ignore_selectors` requires `mode` visual',
    ],
    ['screenshot', 'html=x', { ignore_links: true }, '`watch.ignore_links` requires `mode` text'],
  ] as const)('is refused with api %s, %s and %j', (api, query, changes, message) => {
    expect(() => check(api, query, changes)).toThrow(message)
  })

  test('compares images of screenshots and Markdown of pages', () => {
    check('screenshot', 'html=x', { ignore_selectors: ['.ad'] })
    check('scrape', 'url=http://example.com/&format=md', { mode: 'text', ignore_links: true })
  })
})
