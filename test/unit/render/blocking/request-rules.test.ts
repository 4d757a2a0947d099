import { FiltersEngine } from '@ghostery/adblocker'
import { expect, test } from 'vitest'
import type { ResourceType } from '../../../../lib/core/plan/render-plan.ts'
import { createRequestRules, type PageRequest } from '../../../../lib/render/blocking/request-rules.ts'
import { ambiguousTypes } from '../../../../lib/render/blocking/resource-types.ts'
import { type BlockOptions, blockPlan } from '../../../support/render/block-plan.ts'

const home = 'https://www.shop.test/'

const request = (url: string, changes: Partial<PageRequest> = {}): PageRequest => ({
  url,
  type: 'Script',
  isMainDocument: false,
  headers: { Accept: '*/*', 'X-Token': 'of the page' },
  ...changes,
})

const rules = (options: BlockOptions = {}, filters = '') =>
  createRequestRules(blockPlan(home, options), filters === '' ? [] : [FiltersEngine.parse(filters)], home)

test.each([
  'file:///etc/passwd',
  'view-source:https://a.test/',
  'filesystem:https://a.test/x',
  'ftp://a.test/',
])('%s is refused even as the page itself', (url) => {
  expect(rules().decide(request(url, { isMainDocument: true }))).toEqual({ kind: 'block' })
})

test.each<[string, BlockOptions]>([
  ['a type', { resourceTypes: ['image'] }],
  ['a pattern', { urlPatterns: ['*.png'] }],
  ['a header', { headers: [{ name: 'x-token', value: 'secret' }] }],
  ['authorization', { authorization: 'Basic x' }],
  ['credentials', { credentials: { username: 'a', password: 'b' } }],
])('%s intercepts all requests', (_name, options) => {
  const { patterns, isActive } = rules(options)
  expect(isActive).toBe(true)
  expect(patterns).toContainEqual({ urlPattern: '*' })
})

test('images and fonts are not stopped for the list of cookie notices alone', () => {
  const typesOf = (options: BlockOptions) =>
    rules({ annoyances: ['cookies_banner'], ...options }, '||cmp.test^').patterns.flatMap(
      ({ urlPattern, resourceType = 'all' }) => (urlPattern === '*' ? [resourceType] : []),
    )
  expect(typesOf({})).toEqual(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch'])
  for (const options of [
    { annoyances: ['cookies_banner', 'ads'] },
    { urlPatterns: ['*.png'] },
  ] as BlockOptions[])
    expect(typesOf(options)).toEqual(['all'])
})

test('a URL inside the page is allowed', () => {
  expect(rules({ urlPatterns: ['*'] }).decide(request('data:text/css,x'))).toEqual({ kind: 'pass' })
})

test.each<[ResourceType[], string[]]>([
  [[], []],
  [['xhr'], ['XHR']],
  [
    ['xhr', 'fetch'],
    ['XHR', 'Fetch'],
  ],
  [['xhr', 'fetch', 'eventsource', 'other'], []],
  [['media'], ['Media']],
  [['media', 'texttrack', 'image'], []],
])('with %j blocked, %j must be distinguished', (blocked, expected) => {
  expect([...ambiguousTypes(new Set(blocked))]).toEqual(expected)
})
