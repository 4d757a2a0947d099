import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { splitBudget } from '../../../../../lib/core/plan/budget.ts'
import type { RenderPlan } from '../../../../../lib/core/plan/render-plan.ts'
import { createRenderReport } from '../../../../../lib/core/telemetry/render-report.ts'
import type { PageSession } from '../../../../../lib/render/browser/page-session.ts'
import { hideSelectors, injectStyles } from '../../../../../lib/render/page/steps/change-page.ts'
import { clickSelector } from '../../../../../lib/render/page/steps/click-selector.ts'
import type { StepContext } from '../../../../../lib/render/page/steps/step.ts'
import { plan as basePlan } from '../../../../support/render/render.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => {})
const plan = (changes: Partial<RenderPlan>) => basePlan({ timeoutMs: 30_000, ...changes })

const contextOf = (call: StepContext['world']['call']): StepContext => {
  const startMs = Date.now()
  return {
    report: createRenderReport(),
    budget: splitBudget({ startMs, timeoutMs: 30_000, delayMs: 0 }),
    openedMs: startMs,
    signal: new AbortController().signal,
    document: { isLeaving: () => false } as StepContext['document'],
    failedRequest: () => undefined,
    consoleError: () => undefined,
    declineConsent: async () => {},
    isRecorded: false,
    network: {} as StepContext['network'],
    world: { call } as StepContext['world'],
  }
}

const silentSession = { cdp: { send: never } } as unknown as PageSession

/** What a step throws, and after how many ms. */
const failureOf = async (step: Promise<void>) => {
  const startedMs = Date.now()
  const failed = step.then(
    () => ({ error: undefined, tookMs: Date.now() - startedMs }),
    (error) => ({ error, tookMs: Date.now() - startedMs }),
  )
  await vi.runAllTimersAsync()
  return failed
}

describe('a page that keeps the browser busy', () => {
  test.each([
    ['styles', injectStyles, plan({ styles: 'p { color: red }' })],
    ['hide_selectors', hideSelectors, plan({ hideSelectors: ['p'] })],
  ] as const)('is a page_timeout that names %s', async (parameter, step, wanted) => {
    const isCheck = (name: string) => name === 'findInvalidSelector'
    const call = (name: string) => (isCheck(name) ? Promise.resolve(null) : never())
    const { error } = await failureOf(step(silentSession, wanted, contextOf(call as never)))
    expect(error).toMatchObject({
      code: 'page_timeout',
      message: `\`${parameter}\` could not be applied because the page kept the browser busy.`,
    })
  })

  test('with the handler of a click is captured anyway, and the report says so once', async () => {
    const call = (name: string) => Promise.resolve(name === 'findInvalidSelector' ? null : { x: 1, y: 1 })
    const context = contextOf(call as never)
    const { error } = await failureOf(clickSelector(silentSession, plan({ clickSelector: 'p' }), context))
    expect(error).toBeUndefined()
    expect(context.report.waitsExpired).toEqual(['click'])
    await failureOf(clickSelector(silentSession, plan({ clickSelector: 'p' }), context))
    expect(context.report.waitsExpired).toEqual(['click'])
  })
})

test('an element for `click_selector` is waited for at most 5 seconds', async () => {
  const call = (name: string) => (name === 'findInvalidSelector' ? Promise.resolve(null) : never())
  const wanted = plan({ clickSelector: '#none' })
  const { error, tookMs } = await failureOf(clickSelector(silentSession, wanted, contextOf(call as never)))
  expect(error).toMatchObject({
    code: 'selector_not_found',
    message: '`click_selector`: no visible element matched "#none" within 5.0 s.',
  })
  expect(tookMs).toBe(5_000)
})
