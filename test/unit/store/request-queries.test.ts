import { expect, test } from 'vitest'
import { createRequestQueries } from '../../../lib/store/request-queries.ts'

test('a page of a filter that matches nothing ends after ten queries, and says where to continue', async () => {
  const limits: unknown[] = []
  const dynamo = {
    send: async ({ input }: { input: { Limit: number } }) => {
      limits.push(input.Limit)
      return { Items: [], LastEvaluatedKey: { accountId: 'acct', id: `id${limits.length}` } }
    },
  }
  const queries = createRequestQueries({ dynamo: dynamo as never, tableName: 'requests', nowMs: () => 0 })
  const page = await queries.list('acct', { taskId: 7, limit: 20 })
  expect(page).toEqual({ records: [], nextId: 'id10' })
  expect(limits).toEqual(Array.from({ length: 10 }, () => 500))
})
