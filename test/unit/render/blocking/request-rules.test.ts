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

test('without options, no request is intercepted', () => {
  expect(rules().isActive).toBe(false)
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

test('a filter list matches by the page of the request, and a redirect rule returns a stub', () => {
  const { decide } = rules(
    {},
    '||ads.test^$third-party\n||stats.test/a.js$script,redirect=noopjs\n@@||ads.test/ok.js',
  )
  expect(decide(request('https://ads.test/x.js'))).toEqual({ kind: 'block' })
  expect(decide(request('https://ads.test/ok.js'))).toEqual({ kind: 'pass' })
  expect(decide(request('https://stats.test/a.js'))).toEqual({ kind: 'stub' })
  decide(request('https://www.ads.test/', { type: 'Document', isMainDocument: true }))
  expect(decide(request('https://ads.test/x.js'))).toEqual({ kind: 'pass' })
})

test('a header of the plan replaces the one of the page in any case', () => {
  const { decide } = rules({ headers: [{ name: 'x-token', value: 'secret' }] })
  expect(decide(request(`${home}x`))).toEqual({
    kind: 'pass',
    headers: [
      { name: 'Accept', value: '*/*' },
      { name: 'x-token', value: 'secret' },
    ],
  })
})

test('a URL inside the page is allowed', () => {
  expect(rules({ urlPatterns: ['*'] }).decide(request('data:text/css,x'))).toEqual({ kind: 'pass' })
})

const chromiumTypes: Record<ResourceType, PageRequest['type'][]> = {
  document: ['Document'],
  stylesheet: ['Stylesheet'],
  image: ['Image'],
  media: ['Media'],
  font: ['Font'],
  script: ['Script'],
  texttrack: ['TextTrack'],
  xhr: ['XHR'],
  fetch: ['Fetch'],
  eventsource: ['EventSource'],
  websocket: ['WebSocket'],
  manifest: ['Manifest'],
  other: ['Other', 'Ping', 'Prefetch', 'CSPViolationReport', 'Preflight', 'SignedExchange', 'FedCM'],
}

test.each(Object.entries(chromiumTypes))('with %s blocked, only %j is blocked', (blocked, expected) => {
  const { decide } = rules({ resourceTypes: [blocked as ResourceType] })
  const types = Object.values(chromiumTypes).flat()
  const found = types.filter((type) => decide(request(`${home}x`, { type })).kind === 'block')
  expect(found).toEqual(expected)
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
