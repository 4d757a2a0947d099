import { toRenderName } from '../core/access/places.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Accepted, LaterRequest } from '../jobs/accept-request.ts'
import type { RenderOutcome, RenderRequest } from '../jobs/render-now.ts'
import type { Renderers } from '../render/renderers.ts'
import type { Operation, RenderOperationId } from '../schema/operations.ts'
import { acknowledge } from './accept-response.ts'
import { type ApiEvent, payerOf } from './call.ts'
import { type EndpointDeps, endpoint } from './endpoint.ts'
import { renderResponse, resultResponse } from './render-response.ts'

interface RenderEndpointDeps extends EndpointDeps {
  renderers: Pick<Renderers, 'resolve'>
  renderNow: (request: RenderRequest) => Promise<RenderOutcome>
  accept: (request: LaterRequest) => Promise<Accepted>
  publicUrlOf: (event: ApiEvent) => string
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
}

/** Returns the handler of an operation that renders: from the cache, in the browser, or in the background. */
export const renderEndpoint = (operation: Operation & { id: RenderOperationId }, deps: RenderEndpointDeps) =>
  endpoint(
    operation,
    async (validated, { call, event, signal, idempotencyKey }) => {
      // Every operation that renders has the delivery options.
      const options = validated as RenderRequest['options']
      if (options.async) {
        // Only rejects options that the operator's settings do not allow. The worker makes its own plan.
        deps.renderers.resolve(operation.id, options)
        const accepted = await deps.accept({
          requestId: call.requestId,
          created: toSeconds(call.startedMs),
          account: payerOf(call),
          operation: operation.id,
          options,
          idempotencyKey,
        })
        return acknowledge(accepted, call, deps.publicUrlOf(event))
      }
      const outcome = await deps.renderNow({
        requestId: call.requestId,
        createdMs: call.startedMs,
        account: payerOf(call),
        operation,
        options,
        signal,
        report: call.report,
        renderName: toRenderName(call.invocationId),
        delivered: call.delivered,
        waitUntil: (work) => void call.pending.push(work),
      })
      if (outcome.cache) call.cache = outcome.cache.status
      if (outcome.kind === 'file') {
        call.facts = outcome.facts
        return renderResponse(outcome, options.attachment_name)
      }
      const { requestId: id } = call
      return resultResponse(outcome, { id, url: options.url, cacheUrl: deps.cacheUrl })
    },
    deps,
  )
