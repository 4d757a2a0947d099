import { expect, test } from 'vitest'
import { workQueues } from '../../../../infra/queues.ts'
import {
  isOutage,
  outageWaitSeconds,
  renderOutageWaitMaxSeconds,
} from '../../../../lib/core/requests/outage.ts'

/** An error as the SDK throws it. */
const sdkError = (name: string, message = '') => Object.assign(new Error(message), { name, $metadata: {} })

test.each([
  'InternalServerError',
  'ProvisionedThroughputExceededException',
  'SlowDown',
  'TimeoutError',
  'AccessDeniedException',
  'ExpiredTokenException',
  'ResourceNotFoundException',
])('%s says nothing about the request', (name) => {
  expect(isOutage(sdkError(name))).toBe(true)
})

test.each([
  ['an item that is too large', sdkError('ValidationException')],
  ['a secret that the key did not encrypt', sdkError('InvalidCiphertextException')],
  ['an error of our own code', new TypeError('undefined is not a function')],
  ['a value that is no error', { $metadata: {} }],
])('%s is no outage', (_case, thrown) => {
  expect(isOutage(thrown)).toBe(false)
})

test('an outage as long as the render queue keeps messages takes fewer deliveries than its dead letters allow', () => {
  const { retentionSeconds, deadLetters } = workQueues.render
  let deliveries = 0
  for (let seconds = 0; seconds < retentionSeconds; deliveries += 1)
    seconds += outageWaitSeconds(deliveries + 1, renderOutageWaitMaxSeconds)
  expect(deliveries).toBe(362)
  expect(deliveries).toBeLessThan(deadLetters.receives)
})
