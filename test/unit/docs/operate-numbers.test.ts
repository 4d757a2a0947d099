import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workQueues } from '../../../infra/queues.ts'
import { outageWaitSeconds, renderOutageWaitMaxSeconds } from '../../../lib/core/requests/outage.ts'
import { kindMsMax, parallel, queuedSecondsMax } from '../../../lib/jobs/sweep.ts'
import { operations } from '../../../lib/schema/operations.ts'

const { render, webhook } = workQueues
const hour = 3600
const day = 24 * hour
const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const thousands = (count: number) => count.toLocaleString('en-US')

const waits = [1, 2, 3, 4].map((receives) => outageWaitSeconds(receives, renderOutageWaitMaxSeconds))

/** Deliveries of a render during an outage as long as the queue keeps its message. */
const deliveries = () => {
  let count = 0
  for (let seconds = 0; seconds <= render.retentionSeconds; count++)
    seconds += outageWaitSeconds(count + 1, renderOutageWaitMaxSeconds)
  return count
}

const sentences: [file: string, sentence: string][] = [
  [
    'runbook',
    `each message is delivered again after ${waits[0]} s, ${waits[1]} s and then every ${waits[2]} s`,
  ],
  [
    'runbook',
    `continues within ${waits[3]} s of the repair, if that is within the ${words[render.retentionSeconds / hour]} hours`,
  ],
  [
    'runbook',
    `messages stay in the queue for ${words[render.retentionSeconds / hour]} hours, and after ${words[queuedSecondsMax / hour]} hours the sweep fails the request`,
  ],
  [
    'runbook',
    `A message of the render queue was received ${thousands(render.deadLetters.receives)} times without success`,
  ],
  [
    'runbook',
    `an outage of AWS takes ${deliveries()} deliveries in the ${words[render.retentionSeconds / hour]} hours that the queue keeps a message`,
  ],
  [
    'runbook',
    `The message of a webhook was received ${thousands(webhook.deadLetters.receives)} times without success`,
  ],
  ['runbook', `messages are kept for ${webhook.retentionSeconds / day} days`],
  ['runbook', `the sweep processes ${words[parallel]} at a time, for ${kindMsMax / 1000} s of each kind`],
  [
    'limits',
    `requests that waited for ${words[queuedSecondsMax / hour]} hours: ${words[parallel]} at a time for ${kindMsMax / 1000} s`,
  ],
]

test.each(sentences)('docs/operate/%s.md has the number of the code: %s', (name, sentence) => {
  const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'operate', `${name}.md`)
  expect(readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')).toContain(sentence)
})

test('the query of docs/operate/accounts.md finds every change of an account by its owner', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/operate/accounts.md'), 'utf8')
  const found = new RegExp(/operation like \/(.+)\//.exec(text)?.[1] ?? 'no query')
  const changes = Object.values(operations).filter(
    ({ path, methods }) =>
      /^\/v1\/(account.*|(subscriptions|tasks)(\/\{id\})?)$/.test(path) &&
      !methods.some((one) => one === 'GET'),
  )
  expect(changes.length).toBeGreaterThan(10)
  expect(changes.filter(({ id }) => !found.test(id))).toEqual([])
})
