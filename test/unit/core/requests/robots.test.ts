import { expect, test } from 'vitest'
import { createRobots } from '../../../../lib/core/requests/robots.ts'

const common = 'User-agent: *\nDisallow: /private\nAllow: /private/press\n'

test.each<[name: string, text: string, path: string, isAllowed: boolean]>([
  ['an empty file allows everything', '', '/a', true],
  ['a prefix is disallowed', common, '/private/a', false],
  ['the longest rule decides', common, '/private/press/1', true],
  ['Allow decides between equal rules', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['an empty Disallow allows everything', 'User-agent: *\nDisallow:', '/a', true],
  ['a star is any text', 'User-agent: *\nDisallow: /*/print', '/news/2/print?x=1', false],
  ['a dollar is the end', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
  ['the last part does not overlap with the first', 'User-agent: *\nDisallow: /aa*aa$', '/aaa', true],
  ['other agents have other rules', 'User-agent: Googlebot\nDisallow: /', '/a', true],
  [
    'the own group takes the place of the common one',
    `${common}\nUser-agent: stillframe\nDisallow: /own`,
    '/private/a',
    true,
  ],
  [
    'a version of the name does not matter',
    `${common}\nUser-agent: Stillframe/1.0\nDisallow: /own`,
    '/own',
    false,
  ],
  ['names that follow each other share rules', 'User-agent: a\nUser-agent: *\nDisallow: /', '/a', false],
  ['comments and case do not matter', 'USER-AGENT: * # all\r\ndisallow: /x # no', '/x', false],
  ['an escape is the same in both cases', 'User-agent: *\nDisallow: /a%2Fb', '/a%2fb', false],
  ['a letter is the same in both spellings', 'User-agent: *\nDisallow: /käse', '/k%C3%A4se', false],
  [
    'other lines do not end a group',
    'User-agent: *\nSitemap: https://a.test/s.xml\nDisallow: /x',
    '/x',
    false,
  ],
])('%s', (_name, text, path, isAllowed) => {
  expect(createRobots(text)?.(path)).toBe(isAllowed)
})

test('a pattern with many stars takes no time', () => {
  const isAllowed = createRobots(`User-agent: *\nDisallow: /${'a*'.repeat(500)}b$`)
  expect(isAllowed?.(`/${'a'.repeat(8_000)}`)).toBe(true)
})
