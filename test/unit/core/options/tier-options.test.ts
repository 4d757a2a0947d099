import { describe, expect, test } from 'vitest'
import { PlanRequiredError } from '../../../../lib/base/errors.ts'
import { defaultTiers, parseTiers } from '../../../../lib/core/access/tiers.ts'
import { assertTierAllows } from '../../../../lib/core/options/tier-options.ts'
import { operations } from '../../../../lib/schema/operations.ts'

const { screenshot } = operations
const tasks = { input: operations.usage.input, feature: 'tasks' } as const

describe.each(['free', 'starter', 'growth'] as const)('the %s plan', (plan) => {
  test.each([
    ['gpu_rendering', screenshot, { gpu_rendering: true }],
    ['ip_location', screenshot, { ip_location: 'de' }],
    ['tasks', tasks, {}],
  ])('excludes %s', (_feature, operation, options) => {
    const check = () => assertTierAllows(plan, operation, options, defaultTiers)
    expect(check).toThrow(PlanRequiredError)
    expect(check).toThrow(
      `require${operation === tasks ? '' : 's'} the scale plan; this account is on the ${plan} plan.`,
    )
  })

  test('includes everything else, and gpu_rendering if it is off', () => {
    expect(() => assertTierAllows(plan, screenshot, { gpu_rendering: false }, defaultTiers)).not.toThrow()
  })
})

test('the scale plan includes every option', () => {
  const options = { gpu_rendering: true, ip_location: 'de' }
  expect(() =>
    assertTierAllows('scale', { ...screenshot, feature: 'tasks' }, options, defaultTiers),
  ).not.toThrow()
})

test('a plan includes the features that the operator adds', () => {
  const tiers = parseTiers('{"growth": {"features": ["tasks"]}, "scale": {"features": []}}')
  expect(() => assertTierAllows('growth', tasks, {}, tiers)).not.toThrow()
  expect(() => assertTierAllows('scale', tasks, {}, tiers)).toThrow('require the growth plan')
})
