import type { Accepted, AcceptOptions, LaterRequest } from '../jobs/accept-request.ts'
import type { Operation, RenderOperationId } from '../schema/operations.ts'
import type { Acknowledgement } from '../schema/requests.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { type ApiEvent, accountOf, type Call } from './call.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

export type AcceptRequest = (request: LaterRequest) => Promise<Accepted>

/** The 202 of a render that happens later. A repeat answers under the id of the request that it repeats. */
export const acceptAnswer = async (
  accept: AcceptRequest,
  { call, event }: { call: Call; event: ApiEvent },
  { operation, options }: { operation: Operation & { id: RenderOperationId }; options: AcceptOptions },
): Promise<Answer> => {
  const accepted = await accept({
    requestId: call.requestId,
    created: Math.floor(call.startedMs / 1000),
    account: accountOf(call),
    operation: operation.id,
    options,
    idempotencyKey: readIdempotencyKey(event, operation, options),
  })
  call.requestId = accepted.requestId
  const body: Acknowledgement = {
    status: 'Accepted',
    message:
      'The request was accepted and is rendered in the background. The header X-Service-Request-Id is its id.',
    created: accepted.created,
  }
  return jsonAnswer(body, 202)
}
