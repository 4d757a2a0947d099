import { expect, test } from 'vitest'
import { createPutStorage } from '../../../lib/jobs/change-storage.ts'
import { StorageOptions } from '../../../lib/schema/storage.ts'
import { account } from '../../support/jobs/webhook-store.ts'

const key = { accessKeyId: 'ASIA', secretAccessKey: 's', sessionToken: 't' }
const nowMs = () => 1_000_000

const put = async (isOpen: boolean) => {
  const stored: unknown[] = []
  const putStorage = createPutStorage({
    accounts: {
      changeStorage: async (_id, storage) => {
        stored.push(storage)
        return account
      },
      drawExternalId: async () => 'random',
    },
    secrets: { seal: async () => 'sealed' },
    assumeRole: async (_id, _role, variant) => (variant === undefined || isOpen ? key : undefined),
    post: async () => ({ status: 200 }),
    principal: 'arn:aws:iam::999999999999:root',
    nowMs,
  })
  const options = StorageOptions.parse({
    ...{ region: 'eu-central-1', bucket: 'results', role_arn: 'arn:aws:iam::123456789012:role/results' },
    ...{ expires: nowMs() / 1000 + 60, key_generation: 0 },
  })
  const error = await putStorage(account, options).then(
    () => undefined,
    (thrown: Error) => thrown.message,
  )
  return { stored, error }
}

test('a role that can be assumed without the external id is refused', async () => {
  const { stored, error } = await put(true)
  expect(error).toContain('does not require the external id')
  expect(stored).toEqual([])
})

test('a role that requires the external id is stored', async () => {
  const { stored, error } = await put(false)
  expect(error).toBeUndefined()
  expect(stored).toHaveLength(1)
})
