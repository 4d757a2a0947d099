import type { QueuedRequest } from '../core/requests/request-record.ts'
import type { InputStore } from '../store/inputs.ts'
import type { RequestStore } from '../store/requests.ts'

interface Deps {
  requests: Pick<RequestStore, 'putQueued'>
  inputs: Pick<InputStore, 'put'>
}

/**
 * Larger options go to the bucket. DynamoDB bills each of the three writes of a record by the kilobyte of the whole record: from 4 KB on
 * that costs more than S3's PUT and GET and the write that records the deletion (docs/operate/cost.md).
 */
export const optionsBytesMax = 4_096

/**
 * Records a queued request, and stores large options in the bucket. Returns false if the record already exists. The SDK also causes this
 * when it repeats a write whose response was lost.
 */
export const putQueued = async ({ inputs, requests }: Deps, queued: QueuedRequest): Promise<boolean> => {
  const { options = {}, ...rest } = queued
  if (Buffer.byteLength(JSON.stringify(options)) <= optionsBytesMax) return requests.putQueued(queued)
  await inputs.put(queued, options)
  return requests.putQueued({ ...rest, hasInput: true })
}
