import { FiltersEngine } from '@ghostery/adblocker'
import { expect, test } from 'vitest'
import { createNoticeList } from '../../../../../lib/render/blocking/annoyances/notice-list.ts'
import { sitesOfRules } from '../../../../../scripts/generate/annoyances.ts'

const list = `! A comment about https://comment.test/
||cmp.test^$third-party
||scripts.test^$script
||paths.test/notice.js
@@||cmp.test^$domain=free.test|~not.free.test
@@||cmp.test/sdk.js$script,domain=partly.test
/notice.js$domain=conrad.*
||kayak.*/notice.js
hidden.test##.notice
styled.test#@$#.notice { color: red }`

const notices = createNoticeList(FiltersEngine.parse(list), new Set(sitesOfRules(list)))

test('the sites of a list come from its network rules', () => {
  expect(sitesOfRules(list)).toEqual([
    'cmp.test',
    'conrad',
    'free.test',
    'kayak',
    'partly.test',
    'paths.test',
    'scripts.test',
  ])
})

test.each([
  ['partly.test', true],
  ['www.partly.test', true],
  ['conrad.fr', true],
  ['www.kayak.co.uk', true],
  ['notpartly.test', false],
  ['hidden.test', false],
  ['127.0.0.1', false],
  ['[::1]', false],
])('rules for %s: %s', (host, expected) => {
  expect(notices.hasRulesFor(host)).toBe(expected)
})

test.each([
  ['cmp.test', 'https://www.news.test/', true],
  ['cdn.cmp.test', 'https://www.news.test/', true],
  ['cdn.cmp.test', 'https://www.cmp.test/', false],
  ['cmp.test', 'https://www.free.test/', false],
  ['scripts.test', 'https://www.news.test/', false],
  ['paths.test', 'https://www.news.test/', false],
  ['www.news.test', 'https://www.news.test/', false],
])('%s in %s: %s', (host, documentUrl, expected) => {
  expect(notices.refuses(host, documentUrl)).toBe(expected)
})
