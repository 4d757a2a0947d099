import { ProtocolError } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { InPageError } from '../../../../lib/render/browser/protocol-errors.ts'
import { bestEffort, inTime, noteUnlessGone } from '../../../../lib/render/page/best-effort.ts'

const never = new Promise<never>(() => {})
const { signal } = new AbortController()

describe('best-effort work', () => {
  test('returns its value, also an undefined one', async () => {
    expect(await bestEffort(Promise.resolve(undefined), 1_000, signal)).toEqual({ value: undefined })
  })

  test.each([
    ['an error in the page', new InPageError('TypeError: form.style.setProperty is not a function')],
    ['a node that was removed', new ProtocolError('Could not find node with given id')],
    ['a page that went elsewhere', new Error('Execution context was destroyed')],
  ])('does not fail because of %s', async (_name, error) => {
    expect(await bestEffort(Promise.reject(error), 1_000, signal)).toBeUndefined()
  })

  test('does not fail because it takes too long', async () => {
    expect(await bestEffort(never, 5, signal)).toBeUndefined()
  })

  test('fails because of errors of the service and because of an abort', async () => {
    await expect(bestEffort(Promise.reject(new TypeError('x')), 1_000, signal)).rejects.toThrow(TypeError)
    await expect(bestEffort(never, 1_000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })
})

test('a wait that runs out of time is named in the report, and an error of its work is thrown', async () => {
  const context = { report: createRenderReport(), signal }
  expect(await inTime('fonts', Promise.resolve(undefined), 1_000, context)).toEqual({ value: undefined })
  expect(context.report.waitsExpired).toEqual([])
  expect(await inTime('fonts', never, 5, context)).toBeUndefined()
  expect(context.report.waitsExpired).toEqual(['fonts'])
  await expect(inTime('fonts', Promise.reject(new TypeError('x')), 5, context)).rejects.toThrow(TypeError)
})

test('an error that does not end the render is logged, unless its page or document was closed', () => {
  const report = createRenderReport()
  const note = noteUnlessGone(report, 'consent')
  for (const message of ['Target closed', 'Cannot find context with specified id', 'Internal error'])
    note(new Error(message))
  expect(report.faults?.map((fault) => fault.split('\n')[0])).toEqual(['consent: Error: Internal error'])
})
