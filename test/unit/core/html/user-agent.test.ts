import { describe, expect, test } from 'vitest'
import {
  resolveNavigatorPlatform,
  resolveUserAgentHints,
  toVisibleUserAgent,
} from '../../../../lib/core/html/user-agent.ts'

const headless =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.8010.0 Safari/537.36'
const pixel =
  'Mozilla/5.0 (Linux; Android 11; Pixel 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.0 Mobile/15E148 Safari/604.1'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('the default user agent', () => {
  test('equals Chrome of the same version', () => {
    expect(toVisibleUserAgent(headless)).toEqual({
      text: headless.replace('HeadlessChrome/153.0.8010.0', 'Chrome/153.0.0.0'),
      version: '153.0.8010.0',
    })
  })

  test('of a browser that does not call itself headless stays', () => {
    expect(toVisibleUserAgent(mac)).toEqual({ text: mac })
  })
})

describe('client hints', () => {
  test.each([
    [
      'a telephone names system and model',
      pixel,
      true,
      { platform: 'Android', platformVersion: '11', model: 'Pixel 5', mobile: true, architecture: '' },
    ],
    ['Windows', windows, false, { platform: 'Windows', platformVersion: '10.0.0', model: '', mobile: false }],
    ['macOS', mac, false, { platform: 'macOS', platformVersion: '10.15.7', architecture: 'x86' }],
    ['a mobile text without a model has none', mac, true, { model: '', mobile: true }],
  ])('%s', (_name, text, isMobile, expected) => {
    expect(resolveUserAgentHints({ text }, isMobile)).toMatchObject(expected)
  })

  test('carry the full version where it is known, and the major one in the short list', () => {
    const hints = resolveUserAgentHints(toVisibleUserAgent(headless), false)
    expect(hints?.brands).toContainEqual({ brand: 'Google Chrome', version: '153' })
    expect(hints?.fullVersionList).toContainEqual({ brand: 'Google Chrome', version: '153.0.8010.0' })
    expect(hints?.platform).toBe('Linux')
  })

  test('Safari sends none', () => {
    expect(resolveUserAgentHints({ text: iphone }, true)).toBeUndefined()
  })
})

test.each([
  [iphone, 'iPhone'],
  [iphone.replaceAll('iPhone', 'iPad'), 'iPad'],
  [pixel, 'Linux armv8l'],
  [windows, 'Win32'],
  [mac, 'MacIntel'],
  [headless, 'Linux x86_64'],
])('navigator.platform fits %s', (userAgent, expected) => {
  expect(resolveNavigatorPlatform(userAgent)).toBe(expected)
})
