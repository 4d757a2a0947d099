import { describe, expect, test } from 'vitest'
import {
  BrowserLostError,
  InternalError,
  PageCrashedError,
  PageTimeoutError,
} from '../../../lib/base/errors.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { StoppedClockError } from '../../../lib/render/browser/page-time.ts'
import { type RenderDeps, renderPage } from '../../../lib/render/render-page.ts'
import { inFakeTime } from '../../support/in-fake-time.ts'
import { plan } from '../../support/render/render.ts'

/** A service whose browser never becomes available, after this many attempts in which the page did not continue. */
const renderWithout = async (attempts: number) => {
  let left = attempts
  const withPage = ({ signal }: { signal: AbortSignal }) => {
    if (left-- > 0) throw new StoppedClockError('A frame did not complete.')
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const deps = { browser: { withPage }, annoyances: {}, egressPolicy: {} } as unknown as RenderDeps
  const context = {
    signal: new AbortController().signal,
    report: createRenderReport(),
  }
  return inFakeTime(() => renderPage({ use: 'image', plan: plan(), context, deps }, async () => undefined))
}

test('a render without a browser is an error of the service', async () => {
  await expect(renderWithout(0)).rejects.toThrow(InternalError)
})

test('a render whose page has used up the time in a first attempt is an error of the page', async () => {
  await expect(renderWithout(1)).rejects.toThrow(PageTimeoutError)
})

describe('a browser that is lost before the page responded', () => {
  /** Each attempt fails with the next of these errors, and the last one returns. Those of `cold` start a browser. */
  const renderAfter = async (isOpen: boolean, failures: Error[], cold: number[] = []) => {
    let attempts = 0
    const withPage: RenderDeps['browser']['withPage'] = async ({ report }, work) => {
      if (cold.includes(attempts)) report.coldBrowser = true
      const failure = failures[attempts++]
      if (!failure) return undefined as never
      // The work fails in its first call of the browser.
      if (isOpen) await work({} as never, { denied: [] } as never).catch(() => {})
      throw failure
    }
    const deps = { browser: { withPage }, annoyances: {}, egressPolicy: {} } as unknown as RenderDeps
    const report = createRenderReport()
    const context = { signal: new AbortController().signal, report }
    const rendering = renderPage({ use: 'image', plan: plan(), context, deps }, async () => undefined)
    return rendering.then(
      () => ({ attempts, repeated: report.repeated, cold: report.coldBrowser }),
      (error) => ({ attempts, code: error.code, cold: report.coldBrowser }),
    )
  }
  const lost = new BrowserLostError('lost')
  const crashed = new PageCrashedError('crashed')

  test.each([
    ['the browser', lost],
    ['the renderer', crashed],
  ])('is replaced once: %s', async (_what, failure) => {
    expect(await renderAfter(true, [failure])).toEqual({ attempts: 2, repeated: 'browser', cold: false })
    expect(await renderAfter(true, [failure], [0])).toEqual({ attempts: 2, repeated: 'browser', cold: true })
  })

  test.each([
    ['another render used the second one', [0], 'browser_lost'],
    ['no other render used the second one', [1], 'page_crashed'],
    ['no other render used both', [0, 1], 'page_crashed'],
  ])('twice is the fault of the page if no other render used the browser: %s', async (_case, cold, code) => {
    expect(await renderAfter(true, [lost, lost], cold)).toEqual({ attempts: 2, code, cold: true })
  })

  test.each([
    ['the page if no other render used the browser', [1], 'page_timeout'],
    ['the service if another render did', [0], 'browser_lost'],
  ])('before an attempt that exceeds its time is the fault of %s', async (_case, cold, code) => {
    const late = new PageTimeoutError('late')
    expect(await renderAfter(true, [lost, late], cold)).toEqual({ attempts: 2, code, cold: true })
  })

  describe('with a page that waits for its clock', () => {
    const stopped = new StoppedClockError('A frame did not complete.')

    test.each([
      ['before', [lost, stopped]],
      ['after', [stopped, lost]],
    ])('is replaced once, and the clock stays ordinary: %s', async (_case, failures) => {
      expect(await renderAfter(true, failures)).toMatchObject({ attempts: 3, repeated: 'clock' })
    })

    test.each([
      ['before and after', [lost, stopped, lost], [1]],
      ['only after', [stopped, lost, lost], [2]],
    ])('twice is the fault of the page: %s', async (_case, failures, cold) => {
      expect(await renderAfter(true, failures, cold)).toMatchObject({ attempts: 3, code: 'page_crashed' })
    })
  })

  test('that did not start has been tried twice, and fails', async () => {
    expect(await renderAfter(false, [lost])).toMatchObject({ attempts: 1, code: 'browser_lost' })
  })
})
