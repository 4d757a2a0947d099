import { expect, test } from 'vitest'
import { hashAccessKey } from '../../../lib/core/access/access-key.ts'
import type { KeyOptions } from '../../../lib/core/access/account-keys.ts'
import type { Account, AccountStore } from '../../../lib/store/accounts.ts'
import { ensureDemoAccount } from '../../../local/demo-account.ts'

const known = { id: 'a', plan: 'scale', accessKey: 'its access key', secretKey: 'old' }
const withNewKey = { plan: 'free', accessKey: 'a new key', secretKey: 'rotated' }
const fresh = { id: 'b', plan: 'scale' as const, accessKey: 'another', secretKey: 'new' }

const stored: Account = {
  id: 'a',
  plan: 'free',
  paid: true,
  accessKeyHash: hashAccessKey(known.accessKey),
  secretKey: 'rotated',
  created: 0,
}

const storeOf = (account: Account | undefined) =>
  ({
    find: async () => account,
    create: async () => fresh,
    addKey: async (id: string, options: KeyOptions) => ({ ...withNewKey, id, options }),
  }) as unknown as AccountStore

const start = (account: Account | undefined) =>
  ensureDemoAccount(storeOf(account), { baseUrl: '', accounts: [known] })

test('the demo account of the last start is kept, with its current secret key and plan', async () => {
  expect(await start(stored)).toEqual({ ...known, plan: 'free', secretKey: 'rotated' })
})

test.each([
  ['gone', undefined],
  ['closed', { ...stored, closed: 1 }],
])('a demo account that is %s is replaced by a new one', async (_state, account) => {
  expect(await start(account)).toEqual(fresh)
})

test('a demo account whose access key is no longer valid is kept, with another full key', async () => {
  expect(await start({ ...stored, accessKeyHash: hashAccessKey('other') })).toEqual({
    ...withNewKey,
    id: 'a',
    options: { name: 'npm start', scope: 'full' },
  })
})
