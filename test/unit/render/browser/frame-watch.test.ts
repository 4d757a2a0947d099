import type { CDPSession } from 'puppeteer-core'
import { expect, test, vi } from 'vitest'
import { createFrameWatch } from '../../../../lib/render/browser/frame-watch.ts'
import { nowMs } from '../../../support/now.ts'

/** Runs a frame of a page to its end, or until it is given up. */
const watch = async ({
  responds = true,
  navigates = false,
  isReleased = false,
  endsMs = Number.POSITIVE_INFINITY,
}) => {
  vi.useFakeTimers()
  try {
    const frame = Promise.withResolvers<void>()
    const sent: string[] = []
    let paces = 0
    const send = async (method: string) => {
      sent.push(method)
      if (method === 'Runtime.evaluate' && !responds) await new Promise(() => {})
      if (method === 'Runtime.evaluate' && navigates) throw new Error('Inspected target navigated or closed')
      if (method === 'Browser.setWindowBounds' && isReleased) frame.resolve()
      return { windowId: 1, bounds: { width: 800, height: 600 } }
    }
    if (endsMs < Number.POSITIVE_INFINITY) setTimeout(() => frame.resolve(), endsMs)
    const time = {
      keepPace: async () => {
        paces++
      },
    }
    let doneMs: number | undefined
    const startMs = nowMs()
    const awaitFrame = createFrameWatch({ send } as unknown as Pick<CDPSession, 'send'>, time)
    void awaitFrame(frame.promise).then(() => {
      doneMs = nowMs() - startMs
    })
    await vi.advanceTimersByTimeAsync(20_000)
    return { doneMs, sent, paces }
  } finally {
    vi.useRealTimers()
  }
}

test('the clock of the page goes on while a frame is in progress', async () => {
  const { doneMs, paces } = await watch({ endsMs: 520 })
  expect(doneMs).toBe(520)
  expect(paces).toBeGreaterThanOrEqual(9)
})

test('a frame of a busy page is waited for', async () => {
  const { doneMs, sent } = await watch({ responds: false, endsMs: 9_000 })
  expect(doneMs).toBe(9_000)
  expect(new Set(sent)).toEqual(new Set(['Runtime.evaluate']))
})

test('a frame of a page that navigates is waited for', async () => {
  expect((await watch({ navigates: true, endsMs: 9_000 })).doneMs).toBe(9_000)
})

test('a frame that is held up by what lies above the page ends when the window moves', async () => {
  const { doneMs, sent } = await watch({ isReleased: true })
  expect(doneMs).toBeLessThan(2_000)
  expect(sent.filter((method) => method === 'Browser.setWindowBounds')).toHaveLength(2)
})

test('a frame that never ends although the page responds is given up', async () => {
  expect((await watch({})).doneMs).toBeLessThan(3_000)
})
