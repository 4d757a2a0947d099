import { expect, test } from 'vitest'
import { queueFunctions } from '../../../infra/functions.ts'
import { connectMsMax, responseMsMax } from '../../../lib/egress/call-receiver.ts'
import { beginMsMax, leaseMs, neededMs, recordMsMax } from '../../../lib/jobs/deliver.ts'
import { webhooks } from '../../../lib/schema/openapi-webhook.ts'

/** Longest time for the body of an acknowledgement. */
const bodyMs = 1_000

test('a receiver has 15 seconds, of which connecting may take 5', () => {
  expect([responseMsMax, connectMsMax]).toEqual([15_000, 5_000])
  expect(JSON.stringify(webhooks)).toContain('within 15 seconds, or no connection within 5 seconds')
})

test('the slowest attempt ends, and is recorded, before its lease and its function end', () => {
  expect(beginMsMax + responseMsMax + bodyMs).toBeLessThan(recordMsMax)
  expect(recordMsMax).toBeLessThan(leaseMs)
  expect(leaseMs).toBeLessThan(neededMs)
  expect(neededMs).toBeLessThan(queueFunctions.webhookWorker.timeoutSeconds * 1000)
})
