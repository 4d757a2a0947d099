import { describe, expect, test } from 'vitest'
import { readGraph } from './read-graph.ts'
import { createStack, inlineStatements, statementsOf } from './stack.ts'

const stack = createStack(await readGraph())
const mappings = stack.all('lambda/eventSourceMapping').map(({ inputs }) => ({
  inputs,
  queue: stack.queue(String(inputs['eventSourceArn'])),
  fn: stack.lambda(String(inputs['functionName'])),
}))

const day = 86_400

test('each queue has its consumer, except the dead letters of schedules', () => {
  expect(mappings.map(({ queue, fn }) => [queue.name, fn.inputs['name']]).sort()).toEqual([
    ['RenderDeadLettersQueue', 'stillframe-production-render-dead-letters'],
    ['RenderQueue', 'stillframe-production-render-worker'],
    ['WebhookDeadLettersQueue', 'stillframe-production-webhook-dead-letters'],
    ['WebhookQueue', 'stillframe-production-webhook-worker'],
  ])
})

describe.each(mappings)('$queue.name', ({ inputs, queue, fn }) => {
  test('hides a message for longer than the consumer’s timeout, which Lambda requires, and at most 10 min', () => {
    const visibilitySeconds = Number(queue.inputs['visibilityTimeoutSeconds'])
    expect(visibilitySeconds).toBeGreaterThanOrEqual(Number(fn.inputs['timeout']) + 100)
    expect(visibilitySeconds).toBeLessThanOrEqual(600)
  })

  test('retries the failed messages, not the batch', () => {
    expect(inputs['functionResponseTypes']).toEqual(['ReportBatchItemFailures'])
  })

  test('has no more concurrent invocations than configured', () => {
    const { maximumConcurrency } = inputs['scalingConfig'] as { maximumConcurrency: number }
    expect(maximumConcurrency).toBeGreaterThanOrEqual(2)
    expect(maximumConcurrency).toBeLessThanOrEqual(
      Number(fn.inputs['reservedConcurrentExecutions'] ?? Number.POSITIVE_INFINITY),
    )
  })
})

/** How often one chain of messages invokes a function, for those that do not allow recursion. Lambda refuses the 17th. */
const longestChains: Readonly<Record<string, number>> = {
  // A webhook after its upload, and the event that the webhook was given up. No event is about an event.
  'webhook-worker': 3,
  'webhook-dead-letters': 2,
  // Each time the next request of a batch has been in the queue for the six hours of its retention. A batch ends after 48 h.
  'render-dead-letters': 8,
}

test('a function that messages lead back to allows recursion, or its chain is short', () => {
  const sends = new Map(
    stack.all('lambda/function').map((fn) => {
      const targets = inlineStatements(stack.roleOf(fn))
        .filter(({ Action }) => [Action ?? []].flat().includes('sqs:SendMessage'))
        .flatMap(({ Resource }) => [Resource ?? []].flat())
      return [fn.name, targets.map((arn) => stack.queue(arn).name)]
    }),
  )
  const deadLettersOf = ({ inputs }: { inputs: Record<string, unknown> }) =>
    inputs['redrivePolicy']
      ? [stack.queue(JSON.parse(String(inputs['redrivePolicy'])).deadLetterTargetArn).name]
      : []
  const nexts = new Map([
    ...sends,
    ...stack.all('sqs/queue').map((queue): [string, string[]] => {
      const consumers = mappings.filter((mapping) => mapping.queue === queue).map(({ fn }) => fn.name)
      return [queue.name, [...consumers, ...deadLettersOf(queue)]]
    }),
  ])
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of nexts.get(from) ?? []) if (!seen.has(next)) reach(next, seen.add(next))
    return seen
  }
  const looping = [...sends.keys()].filter((name) => reach(name).has(name))
  const namesOf = (fns: string[]) =>
    fns.map((fn) =>
      String(stack.one('lambda/function', fn).inputs['name']).replace('stillframe-production-', ''),
    )
  const allowed = stack.all('lambda/functionRecursionConfig').map(({ inputs }) => {
    expect(inputs['recursiveLoop']).toBe('Allow')
    return String(inputs['functionName']).replace('stillframe-production-', '')
  })
  expect(namesOf(looping).sort()).toEqual([...allowed, ...Object.keys(longestChains)].sort())
  expect(allowed).toEqual(['render-worker'])
  expect(Math.max(...Object.values(longestChains))).toBeLessThan(16)
})

test('a render has its invocation to itself', () => {
  const [render] = mappings.filter(({ queue }) => queue.name === 'RenderQueue')
  expect(render?.inputs['batchSize']).toBe(1)
})

test.each([
  { name: 'RenderQueue', deadLetters: 'RenderDeadLettersQueue', receives: 1_000, seconds: 6 * 3600 },
  { name: 'WebhookQueue', deadLetters: 'WebhookDeadLettersQueue', receives: 1_000, seconds: 14 * day },
])(
  '$name moves messages to $deadLetters after $receives receives',
  ({ name, deadLetters, receives, seconds }) => {
    const { redrivePolicy, messageRetentionSeconds } = stack.one('sqs/queue', name).inputs
    const redrive = JSON.parse(String(redrivePolicy))
    expect(stack.queue(redrive.deadLetterTargetArn).name).toBe(deadLetters)
    expect(redrive.maxReceiveCount).toBe(receives)
    expect(messageRetentionSeconds).toBe(seconds)
  },
)

test('dead letters are kept for the maximum of SQS', () => {
  const queues = stack.all('sqs/queue').filter(({ name }) => name.includes('DeadLetters'))
  expect(queues.map(({ name }) => name).sort()).toEqual([
    'RenderDeadLettersQueue',
    'ScheduleDeadLettersQueue',
    'WebhookDeadLettersQueue',
  ])
  for (const { inputs } of queues) expect(inputs['messageRetentionSeconds']).toBe(14 * day)
})

test('every queue is encrypted', () => {
  for (const { inputs } of stack.all('sqs/queue')) expect(inputs['sqsManagedSseEnabled']).toBe(true)
})

describe('schedules', () => {
  const deadLetterArn = stack.one('sqs/queue', 'ScheduleDeadLettersQueue')

  test('of tasks have a group, whose role only that group of this account can assume', () => {
    expect(stack.one('scheduler/scheduleGroup', 'TaskSchedules').inputs['name']).toBe(
      'stillframe-production-tasks',
    )
    const role = stack.one('iam/role', 'TaskScheduler')
    expect(statementsOf(role.inputs['assumeRolePolicy'])).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Action: 'sts:AssumeRole',
        Condition: {
          StringEquals: { 'aws:SourceAccount': '123456789012' },
          ArnEquals: {
            'aws:SourceArn':
              'arn:aws:scheduler:eu-central-1:123456789012:schedule-group/stillframe-production-tasks',
          },
        },
      },
    ])
  })

  test('of tasks may only send to the render queue and to their dead letters', () => {
    const [statement, ...others] = inlineStatements(stack.one('iam/role', 'TaskScheduler'))
    expect(others).toEqual([])
    expect(statement?.Action).toBe('sqs:SendMessage')
    expect([statement?.Resource ?? []].flat().map((arn) => stack.queue(arn).name)).toEqual([
      'RenderQueue',
      'ScheduleDeadLettersQueue',
    ])
  })

  test('sweep and render the demo page every five minutes', () => {
    const targets = stack.all('scheduler/schedule').map(({ inputs }) => {
      expect(inputs).toMatchObject({ scheduleExpression: 'rate(5 minutes)', state: 'ENABLED' })
      return (inputs['target'] as { arn: string }).arn.split(':').at(-1)
    })
    expect(targets.sort()).toEqual(['stillframe-production-canary', 'stillframe-production-sweep'])
  })

  test('keep undeliverable messages of the sweep', () => {
    const schedule = stack.all('scheduler/schedule').find(({ name }) => name.startsWith('Sweep'))
    expect(schedule?.inputs).toMatchObject({
      target: {
        arn: 'arn:aws:lambda:eu-central-1:123456789012:function:stillframe-production-sweep',
        deadLetterConfig: { arn: expect.stringMatching(new RegExp(`:${deadLetterArn.inputs['name']}$`)) },
      },
    })
  })
})
