import { expect, test } from 'vitest'
import { queuedWebhooks, renderMessages } from '../../../../lib/core/requests/queue-messages.ts'

const request = { kind: 'request', accountId: 'acct', requestId: '1' } as const
const task = { kind: 'task', accountId: 'acct', taskId: 7, scheduledTime: '2030-01-01T00:00:00Z' } as const

test('decode reverses encode', () => {
  for (const message of [request, task])
    expect(renderMessages.decode(renderMessages.encode(message))).toEqual(message)
  const webhook = { accountId: 'acct', requestId: '1' }
  expect(queuedWebhooks.decode(queuedWebhooks.encode(webhook))).toEqual(webhook)
})

test.each([
  '{',
  'null',
  '[]',
  JSON.stringify({ ...request, kind: 'other' }),
  JSON.stringify({ ...request, requestId: '' }),
  JSON.stringify({ ...task, taskId: 0 }),
  JSON.stringify({ ...task, scheduledTime: '<aws.scheduler.scheduled-time>' }),
])('the body %s is not a message of the render queue', (body) => {
  expect(renderMessages.decode(body)).toBeUndefined()
})
