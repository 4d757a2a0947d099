import type { Accepted } from '../jobs/accept-request.ts'
import type { Acknowledgement } from '../schema/requests.ts'
import type { Call } from './call.ts'
import { type ApiResponse, jsonResponse } from './response.ts'

/**
 * Returns the 202 of a request that is rendered in the background. A repeated request gets the id of the first one.
 * @param publicUrl URL of the API without trailing slash
 */
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
