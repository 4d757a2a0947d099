import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { InternalError, PageTimeoutError } from '../../../../lib/errors.ts'
import { StoppedClockError } from '../../../../lib/render/browser/page-time.ts'
import { createRenderPage, type RenderDeps } from '../../../../lib/render/page/render-page.ts'
import { plan } from '../../../support/render/render.ts'

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
    // The deadline passes 0.2 s later.
    startMs: Date.now() - 5_600,
  }
  return createRenderPage(deps)({ ...plan(), timeoutMs: 1_000 }, context, false, async () => undefined)
}

test('a render without a browser is an error of the service', async () => {
  await expect(renderWithout(0)).rejects.toThrow(InternalError)
})

test('a render whose page has used up the time in a first attempt is an error of the page', async () => {
  await expect(renderWithout(1)).rejects.toThrow(PageTimeoutError)
})
