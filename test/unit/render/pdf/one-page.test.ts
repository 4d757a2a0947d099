import { expect, test } from 'vitest'
import { PageTimeoutError } from '../../../../lib/base/errors.ts'
import { resolvePdf } from '../../../../lib/core/plan/resolve-pdf.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { fitOnePage } from '../../../../lib/render/outputs/pdf/one-page.ts'
import type { PrintContext } from '../../../../lib/render/outputs/pdf/print-context.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'
import { pdfOptions } from '../../../support/render/read-pdf-options.ts'

/** A browser that never responds to the call of this number, of which the first is 0. */
const browser = (blockedCall: number) => {
  const calls: string[] = []
  const respond = async (name: string, response: unknown) =>
    calls.push(name) > blockedCall ? new Promise<never>(() => undefined) : response
  const context = {
    cdp: { send: (method: string) => respond(method, {}) },
    frames: { between: (work: () => unknown) => work() },
    world: {
      call: (name: string) => respond(name, name === 'measurePrint' ? { width: 100, height: 100 } : 0),
    },
    plan: resolvePdf(pdfOptions({}), new Map(), 0),
    report: createRenderReport(),
    signal: new AbortController().signal,
    endsMs: nowMs() + 10_000,
  } as unknown as PrintContext
  return { context, calls }
}

const { context, calls } = browser(Number.POSITIVE_INFINITY)
await fitOnePage(context, {})

test.each([...calls.entries()])('a page that blocks call %i (%s) is a page error', async (call) => {
  const { context } = browser(call)
  await expect(inFakeTime(() => fitOnePage(context, {}))).rejects.toBeInstanceOf(PageTimeoutError)
})
