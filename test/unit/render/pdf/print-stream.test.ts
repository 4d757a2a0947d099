import { expect, test } from 'vitest'
import { InvalidParameterError, PageTimeoutError, ResultTooLargeError } from '../../../../lib/base/errors.ts'
import { resolvePdf } from '../../../../lib/core/plan/resolve-pdf.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import type { PrintContext } from '../../../../lib/render/outputs/pdf/print-context.ts'
import { documentBytesMax, hasPage, print } from '../../../../lib/render/outputs/pdf/print-stream.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'
import { pdfOptions } from '../../../support/render/read-pdf-options.ts'

interface Sent {
  method: string
  params: Record<string, unknown>
}

type Responder = (sent: Sent) => unknown

/** A browser with scripted responses that records the commands. */
const browser = (respond: Responder, endsMs = nowMs() + 10_000) => {
  const sent: Sent[] = []
  const send = async (method: string, params: Record<string, unknown> = {}) => {
    sent.push({ method, params })
    return respond({ method, params })
  }
  const context = {
    cdp: { send },
    plan: resolvePdf(pdfOptions({}), new Map(), 0),
    report: createRenderReport(),
    signal: new AbortController().signal,
    endsMs,
  } as unknown as PrintContext
  return { context, sent, methods: () => sent.map(({ method }) => method) }
}

const failing = (message: string): Responder => {
  const error = new Error(`Protocol error (Page.printToPDF): ${message}`)
  return () => Promise.reject(error)
}

test('a document that is too large fails immediately and is closed', async () => {
  const large = Buffer.alloc(40 * 1024 ** 2).toString('base64')
  const { context, methods } = browser(({ method }) =>
    method === 'IO.read' ? { data: large, base64Encoded: true, eof: false } : { stream: 'document' },
  )
  await expect(print(context, {})).rejects.toBeInstanceOf(ResultTooLargeError)
  const reads = Math.ceil((documentBytesMax + 1) / (40 * 1024 ** 2))
  expect(methods()).toEqual(['Page.printToPDF', ...Array(reads).fill('IO.read'), 'IO.close'])
})

test('a missing page is not an error', async () => {
  const { context } = browser(failing('Page range exceeds page count'))
  expect(await hasPage(context, {}, 7)).toBe(false)
  expect(await print(context, { pageRanges: '7' })).toBeUndefined()
})

test('margins that leave no space are an error of the caller', async () => {
  const { context } = browser(failing('invalid print parameters: content area is empty'))
  await expect(print(context, {})).rejects.toBeInstanceOf(InvalidParameterError)
})

test('another failure is unchanged', async () => {
  const { context } = browser(failing('Printing failed'))
  await expect(print(context, {})).rejects.toThrow('Printing failed')
})

test('a print that does not end is a page error', async () => {
  const { context } = browser(() => new Promise(() => undefined))
  await expect(inFakeTime(() => print(context, {}))).rejects.toBeInstanceOf(PageTimeoutError)
})
