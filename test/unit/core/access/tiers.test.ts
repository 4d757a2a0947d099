import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { defaultTiers, parseTiers, tiersWith } from '../../../../lib/core/access/tiers.ts'
import { tierNames } from '../../../../lib/schema/tier-features.ts'

test('a larger plan never has a lower limit', () => {
  const tiers = tierNames.map((name) => defaultTiers[name])
  for (const [index, plan] of tiers.slice(1).entries()) {
    const smaller = tiers[index]
    expect(plan.quota).toBeGreaterThan(smaller?.quota ?? 0)
    expect(plan.requestsPerMinute).toBeGreaterThan(smaller?.requestsPerMinute ?? 0)
    expect(plan.features).toEqual(expect.arrayContaining([...(smaller?.features ?? [])]))
  }
})

test('tasks, gpu_rendering and ip_location require the scale plan', () => {
  expect(tierNames.filter((name) => defaultTiers[name].features.length > 0)).toEqual(['scale'])
  expect(defaultTiers.scale.features).toEqual(['tasks', 'gpu_rendering', 'ip_location'])
})

describe('PLANS changes', () => {
  test.each(['', '  ', '{}', '{"free": {}}'])('nothing with "%s"', (text) => {
    expect(parseTiers(text)).toEqual(defaultTiers)
  })

  test('what it names, and nothing else', () => {
    expect(
      parseTiers('{"free": {"quota": 0}, "growth": {"requestsPerMinute": 1, "features": ["tasks"]}}'),
    ).toEqual({
      ...defaultTiers,
      free: { ...defaultTiers.free, quota: 0 },
      growth: { ...defaultTiers.growth, requestsPerMinute: 1, features: ['tasks'] },
    })
  })

  test.each([
    ['{', /must be JSON/],
    ['[]', /The value must be an object/],
    ['null', /The value must be an object/],
    ['{"huge": {}}', /accepts free, starter, growth, scale, not huge/],
    ['{"free": 5}', /free must be an object/],
    ['{"free": {"quota": -1}}', /free\.quota must be an integer of at least 0/],
    ['{"free": {"quota": "100"}}', /free\.quota must be an integer of at least 0/],
    ['{"free": {"quota": null}}', /free\.quota must be an integer of at least 0/],
    ['{"free": {"requestsPerMinute": 0}}', /free\.requestsPerMinute must be an integer of at least 1/],
    ['{"free": {"requestsPerMinute": 1.5}}', /free\.requestsPerMinute must be an integer of at least 1/],
    ['{"free": {"freeFailures": -1}}', /free\.freeFailures must be an integer of at least 0/],
    ['{"free": {"concurrency": 0}}', /free\.concurrency must be an integer of at least 1/],
    [
      '{"free": {"price": 1}}',
      /free accepts quota, requestsPerMinute, concurrency, freeFailures, compareMegapixels and features, not price/,
    ],
    ['{"free": {"features": "tasks"}}', /free\.features must be an array of tasks/],
    ['{"free": {"features": ["gold"]}}', /free\.features\.0 must be one of tasks/],
  ])('%s is rejected, naming the fault', (text, message) => {
    expect(() => parseTiers(text)).toThrow(message)
  })

  test('one error names every fault', () => {
    expect(() => parseTiers('{"free": {"quota": -1}, "scale": {"quota": "x"}}')).toThrow(/free.*scale/)
  })
})

test.each([
  ['{}', 'the scale plan'],
  ['{"growth": {"features": ["tasks"]}}', 'the growth or scale plan'],
  ['{"scale": {"features": []}}', 'a plan that this service does not offer'],
])('with %s, tasks need %s', (text, phrase) => {
  expect(tiersWith('tasks', parseTiers(text))).toBe(phrase)
})

test.each([
  ['', [50, 50, 67, 667]],
  ['{"free": {"quota": 30000}, "scale": {"freeFailures": 0}}', [100, 50, 67, 0]],
])('with %s, a tenth of the daily quota may fail for free, but at least 50: %j', (text, expected) => {
  expect(tierNames.map((name) => parseTiers(text)[name].freeFailures)).toEqual(expected)
})

test('docs/operate/accounts.md shows the same plans', async () => {
  const text = await readFile(new URL('../../../../docs/operate/accounts.md', import.meta.url), 'utf8')
  const number = new Intl.NumberFormat('en-US')
  for (const name of tierNames) {
    const { quota, requestsPerMinute, concurrency, freeFailures, compareMegapixels } = defaultTiers[name]
    expect(text).toContain(
      `| ${name} | ${number.format(quota)} | ${number.format(requestsPerMinute)} | ${concurrency} | ${freeFailures} | ${compareMegapixels} |`,
    )
  }
})
