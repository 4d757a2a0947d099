import { expect, test } from 'vitest'
import { isOpenTo, type KeyScope } from '../../../lib/schema/key-scopes.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'

const calls = Object.values<Operation>(operations)
  .filter(({ keyRequired }) => keyRequired)
  .flatMap((operation) =>
    operation.methods.map((method) => ({ operation, method, name: `${method} ${operation.path}` })),
  )

const links = ['GET /v1/screenshot', 'GET /v1/scrape', 'GET /v1/screencast', 'GET /v1/pdf']

const results = [
  'GET /v1/devices',
  'GET /v1/usage',
  'GET /v1/usage/history',
  'GET /v1/requests',
  'GET /v1/requests/{id}',
]

const batches = ['GET /v1/batches', 'GET /v1/batches/{id}']

const opened: Record<KeyScope, string[]> = {
  full: calls.map(({ name }) => name),
  render: [
    ...links,
    ...links.map((name) => name.replace('GET', 'POST')),
    'POST /v1/snapshot',
    ...results,
    ...batches,
    'POST /v1/batches',
    'POST /v1/compare',
    'DELETE /v1/batches/{id}',
  ],
  read: [
    ...results,
    ...batches,
    'GET /v1/overview',
    'GET /v1/tasks',
    'GET /v1/tasks/{id}',
    'GET /v1/tasks/{id}/runs',
    'GET /v1/account',
    'GET /v1/account/keys',
    'GET /v1/subscriptions',
    'GET /v1/subscriptions/{id}',
    'GET /v1/events',
    'GET /v1/events/{id}',
  ],
  links,
}

test.each(Object.entries(opened))('the scope %s opens these operations, and no other', (scope, expected) => {
  const open = calls.filter(({ operation, method }) => isOpenTo(scope as KeyScope, operation, method))
  expect(open.map(({ name }) => name).sort()).toEqual(expected.sort())
})
