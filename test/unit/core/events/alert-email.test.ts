import { expect, test } from 'vitest'
import { mayReceive, parseAlertEmail } from '../../../../lib/core/events/alert-email.ts'
import { readOptions } from '../../../../lib/core/options/read-options.ts'
import { operations } from '../../../../lib/schema/operations.ts'

test.each([
  ['ops@example.com', true],
  ['OPS@Example.com', true],
  ['ops@example.org', true],
  ['dev@example.org', false],
  ['ops@sub.example.com', false],
  ['ops@example.com.evil.example', false],
  ['ops@notexample.com', false],
])('whether alerts may be sent to %s: %s', (email, expected) => {
  const alertEmail = parseAlertEmail('alerts@example.com', 'Example.com, ops@example.org')
  expect(alertEmail && mayReceive(alertEmail, email)).toBe(expected)
})

test.each([
  ['alerts@example.com', '', 'ALERT_EMAIL_RECEIVERS'],
  ['alerts@example.com', '*', 'ALERT_EMAIL_RECEIVERS'],
  ['alerts@example.com', 'com', 'ALERT_EMAIL_RECEIVERS'],
  ['', 'example.com', 'ALERT_EMAIL_FROM'],
  ['Alerts <alerts@example.com>', 'example.com', 'ALERT_EMAIL_FROM'],
])('the sender %s with the receivers %s is an error that names %s', (from, receivers, name) => {
  expect(() => parseAlertEmail(from, receivers)).toThrow(name)
})

const read = (webhook_url: string, operation: keyof typeof operations = 'create_subscription') =>
  readOptions(operations[operation], {
    kind: 'body',
    value: { webhook_url, ...(operation === 'create_subscription' && { topics: ['task.failed'] }) },
  })

test('the URL of a subscription can be one email address, and that of nothing else', () => {
  expect(read('mailto:ops+alerts@example.com')).toMatchObject({
    webhook_url: 'mailto:ops+alerts@example.com',
  })
  expect(() => read('mailto:ops@example.com', 'screenshot')).toThrow('`webhook_url`')
})

test.each([
  'mailto:',
  'mailto:ops',
  'mailto:a@example.com,b@example.com',
  'mailto:a@example.com?bcc=b@example.net',
  'mailto:a%0d%0ab@example.com',
  'mailto:<a@example.com>',
  'mailto:a@b@example.com',
  'mailto:mailto:a@example.com',
])('%s is not one email address', (url) => {
  expect(() => read(url)).toThrow('`webhook_url` must have one email address after mailto:')
})
