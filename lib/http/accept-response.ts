import { toSeconds } from '../core/to-seconds.ts'
import type { Accepted, LaterRequest } from '../jobs/accept-request.ts'
import type { Operation, RenderOperationId } from '../schema/operations.ts'
import type { DeliveryOptions } from '../schema/render-options.ts'
import type { Acknowledgement } from '../schema/requests.ts'
import { type Call, payerOf } from './call.ts'
import type { RunContext } from './endpoint.ts'
import { type ApiResponse, jsonResponse } from './response.ts'

interface NewRequest {
  operation: Operation & { id: RenderOperationId }
  options: DeliveryOptions
  /** URL of the API without trailing slash. */
  publicUrl: string
}

export type AcceptRequest = (request: LaterRequest) => Promise<Accepted>

/** Returns the 202 of a render in the background. A repeated request gets the id of the first one. */
export const acceptResponse = async (
  accept: AcceptRequest,
  { call, idempotencyKey }: Pick<RunContext, 'call' | 'idempotencyKey'>,
  { operation, options, publicUrl }: NewRequest,
): Promise<ApiResponse> => {
  const accepted = await accept({
    requestId: call.requestId,
    created: toSeconds(call.startedMs),
    account: payerOf(call),
    operation: operation.id,
    options,
    idempotencyKey,
  })
  return acknowledge(accepted, call, publicUrl)
}

/** Returns the 202 of a request that is rendered in the background. */
export const acknowledge = (
  { requestId, created }: Pick<Accepted, 'requestId' | 'created'>,
  call: Pick<Call, 'requestId'>,
  publicUrl: string,
): ApiResponse => {
  call.requestId = requestId
  const body: Acknowledgement = {
    status: 'Accepted',
    message:
      'The request was accepted and will be rendered in the background. Its id is in the header X-Service-Request-Id.',
    created,
    id: requestId,
    url: `${publicUrl}/v1/requests/${requestId}`,
  }
  return jsonResponse(body, 202)
}
