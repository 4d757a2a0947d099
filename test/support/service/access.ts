import { expect } from 'vitest'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { type SampleRequest, sampleRequests } from './sample-requests.ts'

export const rows = Object.values<Operation>(operations)
export const keyed = rows.filter(({ keyRequired }) => keyRequired)

/** Every method of every operation with a key: its name, the operation, a right request. */
export const requestsOf = keyed.flatMap((operation) =>
  sampleRequests(operation).map(
    (request) => [`${operation.id} by ${request.method}`, operation, request] as const,
  ),
)

/** Returns the request with a parameter that does not exist. */
export const nonsense = ({ method }: SampleRequest): SampleRequest => ({ method, options: { nonsense: 1 } })

/** What a right request may return: there may be no object with its id, and a sample of a change of keys is outdated. */
export const rightStatuses = ({ success, alwaysSigned }: Operation) => [success, alwaysSigned ? 409 : 404]

/** Whether a right request is refused over the quota. */
export const takesHits = ({ id, renders }: Operation): boolean => renders || id === 'create_batch'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Fails unless the response is this error, in the form of every error. */
export const expectRefusal = async (response: Response, statusCode: number, code: string) => {
  const body = (await response.json()) as object
  expect({ statusCode: response.status, code: response.headers.get('x-service-error') }).toEqual({
    statusCode,
    code,
  })
  expect(Object.keys(body)).toEqual(['statusCode', 'error', 'message', 'code'])
  expect(body).toMatchObject({ statusCode, code })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('x-service-request-id')).toMatch(uuid)
  const challenge = statusCode === 401 ? `AccessKey realm="stillframe", error="${code}"` : null
  expect(response.headers.get('www-authenticate')).toBe(challenge)
}
