import { expect, test } from 'vitest'
import { createFindStorageKey } from '../../../lib/jobs/put-object.ts'

const key = { accessKeyId: 'AKIA', secretAccessKey: 's' }
const storage = { region: 'eu-central-1', bucket: 'b', prefix: '', keyTemplate: '{id}', tested: 0 }
const owners = {
  'an encrypted key': { id: 'owner1', storage: { ...storage, sealedKey: 'sealed' } },
  'a role': { id: 'owner1', externalId: 'r', storage: { ...storage, roleArn: 'arn:aws:iam::1:role/r' } },
}

const start = (respond: () => typeof key | undefined = () => key) => {
  const clock = { nowMs: 1_000_000 }
  const calls: string[] = []
  const findKey = createFindStorageKey({
    secrets: {
      async open(id, sealed) {
        calls.push(`${id} ${sealed}`)
        return JSON.stringify(respond())
      },
    },
    async assumeRole({ id, externalId }, { roleArn }) {
      calls.push(`${id} ${externalId} ${roleArn}`)
      return respond()
    },
    nowMs: () => clock.nowMs,
  })
  return { findKey, calls, clock }
}

test.each(Object.entries(owners))('%s is asked for once in ten minutes', async (_kind, owner) => {
  const { findKey, calls, clock } = start()
  expect(await findKey(owner)).toEqual(key)
  clock.nowMs += 599_999
  expect(await findKey(owner)).toEqual(key)
  expect(calls).toHaveLength(1)
  clock.nowMs += 1
  await findKey(owner)
  expect(calls).toHaveLength(2)
})

test('another account, or a storage that was changed, has another key', async () => {
  const { findKey, calls } = start()
  const owner = owners['a role']
  await findKey(owner)
  await findKey({ ...owner, id: 'owner2' })
  await findKey({ ...owner, externalId: 'other' })
  await findKey({ ...owner, storage: { ...owner.storage, bucket: 'c' } })
  expect(calls).toHaveLength(4)
})

test('a refusal and an outage are not remembered', async () => {
  let isDown = true
  const { findKey } = start(() => {
    if (isDown) throw new Error('outage')
    return undefined
  })
  const owner = owners['a role']
  await expect(findKey(owner)).rejects.toThrow('outage')
  isDown = false
  expect(await findKey(owner)).toBeUndefined()
})

test('a process remembers a thousand keys', async () => {
  const { findKey, calls } = start()
  for (let index = 0; index <= 1000; index++) await findKey({ ...owners['a role'], id: `owner${index}` })
  await findKey({ ...owners['a role'], id: 'owner1000' })
  await findKey({ ...owners['a role'], id: 'owner0' })
  expect(calls).toHaveLength(1002)
})
