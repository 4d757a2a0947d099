import { expect, test } from 'vitest'
import { describeUnknown } from '../../../../lib/core/options/describe-unknown.ts'
import { nearestName } from '../../../../lib/core/options/nearest-name.ts'
import { parameterSynonyms } from '../../../../lib/core/options/parameter-synonyms.ts'
import { type OperationId, operations } from '../../../../lib/schema/operations.ts'
import { parametersOf } from '../../../../lib/schema/parameters.ts'

const lineFor = (id: OperationId, name: string) => describeUnknown(name, operations[id])

test.each([
  ['screenshot', 'zzz', '`zzz` is not a parameter of /v1/screenshot.'],
  ['create_task', 'foo', '`foo` is not a parameter of POST /v1/tasks.'],
  ['update_task', 'foo', '`foo` is not a parameter of PATCH /v1/tasks/{id}.'],
] as const)('%s names its request, not an internal name', (id, name, line) => {
  expect(lineFor(id, name)).toBe(line)
})

test.each([
  ['screenshot', 'width', 'viewport_width'],
  ['screenshot', 'block_ads', 'block_annoyance'],
  ['screenshot', 'blockCookieBanners', 'block_annoyance'],
  ['screenshot', 'retina', 'device_scale_factor'],
  ['screenshot', 'user-agent', 'user_agent'],
  ['scrape', 'selector', 'include_selectors'],
  ['pdf', 'width', 'pdf_width'],
  ['pdf', 'preferCSSPageSize', 'pdf_prefer_css_page_size'],
  ['create_task', 'cron', 'crontab'],
] as const)(
  'the error of a name that other services use suggests ours %s: %s is %s',
  (id, name, parameter) => {
    expect(lineFor(id, name)).toMatch(new RegExp(`Did you mean \`${parameter}\`\\?$`))
  },
)

test('every parameter of the table exists, and no name of the table is a parameter of the operation', () => {
  const inputs = Object.values(operations).map(({ input }) => parametersOf(input))
  for (const [name, candidates] of parameterSynonyms) {
    expect(name).toMatch(/^[a-z0-9]+$/)
    for (const candidate of candidates)
      expect(inputs.some((parameters) => parameters.has(candidate))).toBe(true)
  }
})

test('a suggestion is always a parameter of the operation', () => {
  for (const id of Object.keys(operations) as OperationId[]) {
    const parameters = parametersOf(operations[id].input)
    for (const name of parameterSynonyms.keys()) {
      const meant = /Did you mean `(.*)`\?$/.exec(lineFor(id, name))?.[1]
      expect(meant === undefined || parameters.has(meant)).toBe(true)
    }
  }
})

const known = ['mx', 'us', 'iphone_4', 'iphone_13', 'pixel_2', 'jpeg', 'networkidle0', 'viewport_width']
test.each([
  ['jepg', 'jpeg'],
  ['networkidle', 'networkidle0'],
  ['viewport_widht', 'viewport_width'],
  ['iphone13', 'iphone_13'],
  ['xx', undefined],
  ['mxx', undefined],
  ['png', undefined],
])('the nearest name of %s is %s', (name, nearest) => {
  expect(nearestName(name, known)).toBe(nearest)
})
