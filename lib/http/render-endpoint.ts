import type { Artifact } from '../core/plan/artifact.ts'
import type { RenderReport } from '../core/telemetry/render-report.ts'
import type { RenderOutcome, RenderRequest } from '../jobs/render-request.ts'
import type { Operation, OptionsOf, RenderOperationId } from '../schema/operations.ts'
import { type AcceptRequest, acceptAnswer } from './accept-response.ts'
import { accountOf } from './call.ts'
import { type EndpointDeps, endpoint } from './endpoint.ts'
import { renderAnswer } from './render-response.ts'

export interface RenderEndpointDeps extends EndpointDeps {
  renderNow: (request: RenderRequest) => Promise<RenderOutcome>
  accept: AcceptRequest
}

type RenderOperation = Operation & { id: RenderOperationId }

/** How one operation renders. */
export interface Renderer<O extends RenderOperation, Plan> {
  /** @throws InvalidParameterError for options that the operator's settings do not allow */
  resolve: (options: OptionsOf<O>) => Plan
  /** Returns the render function when it is first needed. A cache hit never loads it. */
  load: () => Promise<
    (plan: Plan, context: { signal: AbortSignal; report: RenderReport }) => Promise<Artifact>
  >
}

/** Returns the handler of an operation that renders: from the cache, in the browser, or in the background. */
export const renderEndpoint = <O extends RenderOperation, Plan>(
  operation: O,
  { resolve, load }: Renderer<O, Plan>,
  deps: RenderEndpointDeps,
) =>
  endpoint(
    operation,
    async (validated, { call, event, signal }) => {
      // Every operation that renders has the delivery options.
      const options = validated as OptionsOf<O> & RenderRequest['options']
      const plan = resolve(validated)
      if (options.async) return acceptAnswer(deps.accept, { call, event }, { operation, options })
      const outcome = await deps.renderNow({
        requestId: call.requestId,
        createdMs: call.startedMs,
        account: accountOf(call),
        operation,
        options,
        isAnnounced: options.webhook_url !== undefined,
        signal,
        render: async (renderSignal) => (await load())(plan, { signal: renderSignal, report: call.report }),
      })
      if (outcome.cache) call.cache = outcome.cache.status
      return renderAnswer(outcome, options.attachment_name)
    },
    deps,
  )
