import { expect, test, vi } from 'vitest'
import { PageTimeoutError } from '../../../../lib/base/errors.ts'
import { UsageError } from '../../../../local/accounts/usage-error.ts'
import type { Rendering } from '../../../../local/cli/batch/batch-command.ts'
import { renderRowsHere } from '../../../../local/cli/batch/render-here.ts'
import { createLocalRenderer, type LocalRenderer } from '../../../../local/cli/render-here.ts'

vi.mock('../../../../local/cli/render-here.ts', async (load) => ({
  ...(await load<object>()),
  createLocalRenderer: vi.fn(),
}))

/** Renders rows with a renderer that does for each URL what it is told. Returns how they ended. */
const render = async (outcomes: Record<string, (signal: AbortSignal) => Promise<unknown>>) => {
  const ended: Record<string, string> = {}
  let closed = 0
  const renderer: LocalRenderer = {
    async render(_, { url }, signal) {
      await outcomes[String(url)]?.(signal)
      return { body: new Uint8Array(), contentType: '', extension: 'pdf' } as never
    },
    [Symbol.asyncDispose]: async () => {
      closed += 1
    },
  }
  vi.mocked(createLocalRenderer).mockReturnValue(renderer)
  const rows = Object.keys(outcomes).map((url) => ({ name: url, parameters: { url } }))
  const rendering: Rendering = {
    operation: 'pdf',
    parameters: {},
    list: rows,
    out: '',
    concurrency: undefined,
    service: undefined,
    env: {},
    signal: new AbortController().signal,
    show: undefined,
    onDone: async ({ name }) => {
      ended[name] = 'done'
    },
    onFailed: ({ name }, { code }) => {
      ended[name] = code
    },
  }
  const error = await renderRowsHere(rows, rendering).catch((reason: unknown) => reason)
  return { ended, error, closed }
}

test('a page that fails or has wrong parameters ends no other', async () => {
  expect(
    await render({
      one: () => Promise.reject(new PageTimeoutError('Late.')),
      two: () => Promise.reject(new UsageError('No.')),
      three: async () => undefined,
    }),
  ).toEqual({
    ended: { one: 'page_timeout', two: 'invalid_parameter', three: 'done' },
    error: undefined,
    closed: 2,
  })
})

test('any other error ends what other lanes render, and begins nothing', async () => {
  const stopped = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const cause = new Error('The disk is full.')
  expect(
    await render({ one: stopped, two: () => Promise.reject(cause), three: async () => undefined }),
  ).toEqual({ ended: {}, error: cause, closed: 2 })
})
