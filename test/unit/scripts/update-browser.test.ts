import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chromiumMajor, chromiumVersion } from '../../../lib/schema/chromium-version.ts'
import { root } from '../../../local/bundles.ts'
import { choosePair, newestFirst } from '../../../scripts/browser/choose-pair.ts'
import { namesVersion, replaceVersion } from '../../../scripts/browser/replace-version.ts'

describe('the newest pair of a browser and its library', () => {
  const releases = [
    { version: '25.16.0', chromeMajor: 156 },
    { version: '25.12.1', chromeMajor: 154 },
    { version: '25.12.0', chromeMajor: 154 },
    { version: '25.9.0', chromeMajor: 153 },
  ]
  const installed = { chromium: '152.0.0', puppeteer: '25.8.0' }

  test.each([
    ['is made for each other', ['152.0.0', '153.0.0'], { chromium: '153.0.0', puppeteer: '25.9.0' }],
    ['has the newest of several releases', ['154.0.0'], { chromium: '154.0.0', puppeteer: '25.12.1' }],
    ['may have a library for an older Chromium', ['155.0.0'], { chromium: '155.0.0', puppeteer: '25.12.1' }],
    ['leaves out pre-releases', ['154.0.0-next.1', '153.0.2'], { chromium: '153.0.2', puppeteer: '25.9.0' }],
    ['compares numbers', ['153.0.9', '153.0.10', '99.0.0'], { chromium: '153.0.10', puppeteer: '25.9.0' }],
    ['is the installed one if nothing is newer', ['151.0.0'], installed],
  ])('%s', (_case, chromiums, expected) => {
    expect(choosePair(installed, chromiums, releases)).toEqual(expected)
  })

  test('never has an older library than the installed one, which may be made for a later Chromium', () => {
    const later = { chromium: '153.0.0', puppeteer: '25.16.0' }
    expect(choosePair(later, ['154.0.0'], releases)).toEqual({ chromium: '154.0.0', puppeteer: '25.16.0' })
  })
})

test('versions are sorted by their numbers', () => {
  expect(newestFirst(['9.0.0', '25.9.0', '25.10.0', '25.10.0-rc.1', '25.10.1'])).toEqual([
    '25.10.1',
    '25.10.0',
    '25.9.0',
    '9.0.0',
  ])
})

test.each(namesVersion)('%s names the version of Chromium, which an update replaces', (path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const replaced = replaceVersion(text, chromiumVersion, '999.0.1.2')
  expect(replaced).not.toBe(text)
  expect(replaced).not.toContain(chromiumVersion)
  expect(replaced).not.toContain(`headless-shell@${chromiumMajor}`)
})
