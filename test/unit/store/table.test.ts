import { expect, test } from 'vitest'
import { toUpdate } from '../../../lib/store/table.ts'

const condition = '#status = :queued'

test('a number is counted from 0, and never below it', () => {
  const count = { attempts: 1, 'webhook.attemptCount': -2 }
  expect(toUpdate({ count, condition, values: { queued: 'queued' } })).toEqual({
    UpdateExpression:
      'SET #attempts = if_not_exists(#attempts, :zero) + :new_attempts, #webhook.#attemptCount = if_not_exists(#webhook.#attemptCount, :new_webhook_attemptCount) - :new_webhook_attemptCount',
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      '#attempts': 'attempts',
      '#webhook': 'webhook',
      '#attemptCount': 'attemptCount',
      '#status': 'status',
    },
    ExpressionAttributeValues: {
      ':new_attempts': 1,
      ':new_webhook_attemptCount': 2,
      ':queued': 'queued',
      ':zero': 0,
    },
  })
})

test('every section appears once, since DynamoDB accepts no other, and one without changes not at all', () => {
  const change = {
    set: { a: 1, b: 2 },
    assign: { c: '#a + :more' },
    add: { d: new Set(['x']), e: new Set(['y']) },
    drop: { f: new Set(['z']) },
    remove: ['g', 'h'],
    condition: 'attribute_exists(#id)',
    values: { more: 3 },
  }
  expect(toUpdate(change).UpdateExpression).toBe(
    'SET #a = :new_a, #b = :new_b, #c = #a + :more ADD #d :new_d, #e :new_e DELETE #f :new_f REMOVE #g, #h',
  )
  expect(toUpdate({ remove: ['e'], condition }).UpdateExpression).toBe('REMOVE #e')
})

test('a word stands for the attribute that it is given', () => {
  const update = toUpdate({ set: { 'hits.hit': 1 }, condition: '#hits.#hit < :max', names: { hit: 'a#b' } })
  expect(update.ExpressionAttributeNames).toEqual({ '#hits': 'hits', '#hit': 'a#b' })
})
