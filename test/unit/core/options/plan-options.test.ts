import { describe, expect, test } from 'vitest'
import { defaultPlans, parsePlans } from '../../../../lib/core/access/plans.ts'
import { assertPlanAllows } from '../../../../lib/core/options/plan-options.ts'
import { PlanRequiredError } from '../../../../lib/errors.ts'
import { operations } from '../../../../lib/schema/operations.ts'

const { screenshot } = operations
const tasks = { input: operations.usage.input, feature: 'tasks' } as const

describe.each(['free', 'starter', 'growth'] as const)('the %s plan', (plan) => {
  test.each([
    ['gpu_rendering', screenshot, { gpu_rendering: true }],
    ['ip_location', screenshot, { ip_location: 'de' }],
    ['tasks', tasks, {}],
  ])('excludes %s', (_feature, operation, options) => {
    const check = () => assertPlanAllows(plan, operation, options, defaultPlans)
    expect(check).toThrow(PlanRequiredError)
    expect(check).toThrow(
      `require${operation === tasks ? '' : 's'} the scale plan; this account is on the ${plan} plan.`,
    )
  })

  test('includes everything else, and gpu_rendering if it is off', () => {
    expect(() => assertPlanAllows(plan, screenshot, { gpu_rendering: false }, defaultPlans)).not.toThrow()
  })
})

test('the scale plan includes every option', () => {
  const options = { gpu_rendering: true, ip_location: 'de' }
  expect(() =>
    assertPlanAllows('scale', { ...screenshot, feature: 'tasks' }, options, defaultPlans),
  ).not.toThrow()
})

test('a plan includes the features that the operator adds', () => {
  const plans = parsePlans('{"growth": {"features": ["tasks"]}, "scale": {"features": []}}')
  expect(() => assertPlanAllows('growth', tasks, {}, plans)).not.toThrow()
  expect(() => assertPlanAllows('scale', tasks, {}, plans)).toThrow('require the growth plan')
})
