import { expect, test } from 'vitest'
import { toUpdate } from '../../../lib/store/table.ts'

const condition = '#status = :queued'

test('several counters are added in one section, since DynamoDB accepts each section once', () => {
  expect(
    toUpdate({ add: { attempts: 1, 'webhook.attemptCount': 2 }, condition, values: { queued: 'queued' } }),
  ).toEqual({
    UpdateExpression: 'ADD #attempts :set_attempts, #webhook.#attemptCount :set_webhook_attemptCount',
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      '#attempts': 'attempts',
      '#webhook': 'webhook',
      '#attemptCount': 'attemptCount',
      '#status': 'status',
    },
    ExpressionAttributeValues: { ':set_attempts': 1, ':set_webhook_attemptCount': 2, ':queued': 'queued' },
  })
})

test('every kind of change appears once, and a kind without changes not at all', () => {
  const change = {
    set: { a: 1, b: 2 },
    add: { c: 1, d: 1 },
    remove: ['e', 'f'],
    condition: 'attribute_exists(#id)',
  }
  expect(toUpdate(change).UpdateExpression).toBe(
    'SET #a = :set_a, #b = :set_b ADD #c :set_c, #d :set_d REMOVE #e, #f',
  )
  expect(toUpdate({ remove: ['e'], condition }).UpdateExpression).toBe('REMOVE #e')
})
