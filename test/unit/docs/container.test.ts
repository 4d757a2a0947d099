import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../local/bundles.ts'
import { conditionsOf, permissions, type Target } from '../../../stacks/permissions.ts'

const page = readFileSync(join(root, 'docs', 'operate', 'container.md'), 'utf8')

interface Statement {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: string | string[]
  Condition?: Record<string, Record<string, string | string[]>>
}

/** The resources as the page names them. */
const resources: Record<Exclude<Target, 'everything'>, string> = {
  'table:accounts': 'arn:aws:dynamodb:<region>:<account>:table/<ACCOUNTS_TABLE>',
  'status:accounts': 'arn:aws:dynamodb:<region>:<account>:table/<ACCOUNTS_TABLE>',
  'keys:accounts': 'arn:aws:dynamodb:<region>:<account>:table/<ACCOUNTS_TABLE>',
  'table:usage': 'arn:aws:dynamodb:<region>:<account>:table/<USAGE_TABLE>',
  'table:requests': 'arn:aws:dynamodb:<region>:<account>:table/<REQUESTS_TABLE>',
  'storage:accounts': 'arn:aws:dynamodb:<region>:<account>:table/<ACCOUNTS_TABLE>',
  'subscriptions:accounts': 'arn:aws:dynamodb:<region>:<account>:table/<ACCOUNTS_TABLE>',
  'places:requests': 'arn:aws:dynamodb:<region>:<account>:table/<REQUESTS_TABLE>',
  'index:requests/open': 'arn:aws:dynamodb:<region>:<account>:table/<REQUESTS_TABLE>/index/open',
  'table:tasks': 'arn:aws:dynamodb:<region>:<account>:table/<TASKS_TABLE>',
  'index:tasks/byAccount': 'arn:aws:dynamodb:<region>:<account>:table/<TASKS_TABLE>/index/byAccount',
  'table:cache': 'arn:aws:dynamodb:<region>:<account>:table/<CACHE_TABLE>',
  'objects:cache': 'arn:aws:s3:::<RESULTS_BUCKET>/cache/*',
  'objects:inputs': 'arn:aws:s3:::<RESULTS_BUCKET>/inputs/*',
  'queue:render': '<RENDER_QUEUE_ARN>',
  'queue:webhook': 'arn:aws:sqs:<region>:<account>:<webhook queue>',
  'queue:renderDeadLetters': 'arn:aws:sqs:<region>:<account>:<dead letters of renders>',
  'queue:webhookDeadLetters': 'arn:aws:sqs:<region>:<account>:<dead letters of webhooks>',
  'schedules:tasks': 'arn:aws:scheduler:<region>:<account>:schedule/<SCHEDULE_GROUP>/*',
  'schedules:any': 'arn:aws:scheduler:<region>:<account>:schedule/*/*',
  'role:scheduler': '<SCHEDULER_ROLE_ARN>',
  'roles:others': 'arn:aws:iam::*:role/*',
  'key:storage': '<STORAGE_KEY>',
  'emails:alerts': 'arn:aws:ses:<region>:<account>:*',
}

/** grants.ts knows its value. */
const fromSender = { test: 'StringEquals', variable: 'ses:FromAddress', values: ['<ALERT_EMAIL_FROM>'] }

const conditionText = (on: Target) =>
  [...conditionsOf([on]), ...(on === 'emails:alerts' ? [fromSender] : [])]
    .map(({ test: operator, variable, values }) => `${operator} ${variable} ${values}`)
    .join()

test('the role of a container has exactly what all functions have together, with their conditions', () => {
  const [, policy = ''] = /```json\n([^`]+)```/.exec(page) ?? []
  const statements = JSON.parse(policy).Statement as Statement[]
  const denied = statements.filter(({ Effect }) => Effect === 'Deny')
  // As in grants.ts.
  expect(denied).toEqual([
    { Effect: 'Deny', Action: 'sts:AssumeRole', Resource: 'arn:aws:iam::<account>:role/*' },
  ])
  const allowed = statements.filter((statement) => !denied.includes(statement))
  const documented = allowed.flatMap((statement) => {
    const condition = Object.entries(statement.Condition ?? {}).flatMap(([operator, variables]) =>
      Object.entries(variables).map(([variable, values]) => `${operator} ${variable} ${values}`),
    )
    return [statement.Action]
      .flat()
      .flatMap((action) =>
        [statement.Resource].flat().map((resource) => `${action} ${resource} ${condition}`),
      )
  })
  const pairs = Object.values(permissions).flatMap((grants) =>
    grants.flatMap(({ actions, on }) =>
      on.flatMap((target) =>
        target === 'everything'
          ? []
          : actions.map((action) => ({
              pair: `${action} ${resources[target]} `,
              condition: conditionText(target),
            })),
      ),
    ),
  )
  // One role has an action without a condition if any function does.
  const open = new Set(pairs.flatMap(({ pair, condition }) => (condition === '' ? pair : [])))
  const needed = pairs.map(({ pair, condition }) => (open.has(pair) ? pair : pair + condition))
  // The metrics count the messages of all queues.
  const counted = 'sqs:GetQueueAttributes <SCHEDULE_DEAD_LETTER_ARN> '
  expect(documented.toSorted()).toEqual([...new Set([...needed, counted])].toSorted())
})
