import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { createRecordFailure, createRecordResult } from '../../../lib/jobs/record-result.ts'
import { createRenderNow, type RenderOutcome, type RenderRequest } from '../../../lib/jobs/render-now.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import { operations } from '../../../lib/schema/operations.ts'
import type { TierName } from '../../../lib/schema/tier-features.ts'
import type { RequestWorld } from './request-world.ts'

export const renderContext = () => ({
  signal: new AbortController().signal,
  report: createRenderReport(),
  invocationId: randomUUID(),
})

/** Stores that fail, and what takes the work that ends after the response. */
export type Changed = Partial<
  Pick<RequestWorld, 'files' | 'cache' | 'requests' | 'queues' | 'hits' | 'places'>
> &
  Partial<Pick<RenderRequest, 'waitUntil' | 'delivered' | 'operation'>>

/** Returns a function that renders for an account as a handler of the API does, and returns the outcome with the id of the request. */
export const createRenderNowOf =
  (world: RequestWorld) =>
  async (
    account: { id: string; plan: TierName },
    value: Record<string, unknown> = {},
    { operation = operations.screenshot, waitUntil, delivered, ...stores }: Changed = {},
  ): Promise<RenderOutcome & { requestId: string }> => {
    const deps = { ...world.performDeps, ...stores }
    const requestId = createRequestId(world.nowMs(), randomBytes(10))
    const source = 'html' in value ? {} : { url: 'https://example.com/' }
    const pending: Promise<void>[] = []
    const sent = Promise.withResolvers<void>()
    const outcome = await createRenderNow({
      ...deps,
      results: createResults(deps),
      recordResult: createRecordResult(deps),
      recordFailure: createRecordFailure(deps),
    })({
      requestId,
      createdMs: world.nowMs(),
      account,
      operation,
      options: readOptions(operations[operation.id], { kind: 'body', value: { ...source, ...value } }),
      ...renderContext(),
      renderName: randomUUID(),
      delivered: delivered ?? sent.promise,
      waitUntil: waitUntil ?? ((work) => void pending.push(work)),
    }).finally(async () => {
      sent.resolve()
      await Promise.all(pending)
    })
    return { ...outcome, requestId }
  }

/** The body of a response that is a file. */
export const bodyOf = (outcome: object) => {
  const { body } = outcome as { body: Buffer | Readable }
  return Buffer.isBuffer(body) ? body.toString() : text(body)
}
