import { randomUUID } from 'node:crypto'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { releaseLeases } from '../../../local/release-leases.ts'
import { drain, startAccountWorld } from '../../support/jobs/request-world.ts'

test('a restarted service immediately continues what its dead workers had leased', async () => {
  const { world, account, accept: acceptWith } = await startAccountWorld()
  const accept = (more = {}) => acceptWith({ webhook_url: 'https://hooks.example.com/', ...more })
  const done = await accept()
  await drain(world)
  const uploading = await accept({ upload_url: 'https://bucket.example.com/a.jpg' })
  await drain(world)
  const queued = await accept()
  const untouched = await accept()
  const before = await world.requests.find(untouched)
  const leaseUntilMs = world.nowMs() + 60_000
  const claim = () => world.requests.claim(queued, { claimId: randomUUID(), leaseUntilMs, attemptsMax: 3 })
  await claim()
  const deliver = (key: typeof done) => world.requests.startDeliveryAttempt(key, leaseUntilMs)
  const deliveries = [
    { key: done, name: 'webhook' },
    { key: uploading, name: 'upload' },
  ]
  for (const { key } of deliveries) await deliver(key)
  expect(await claim()).toMatchObject({ kind: 'leased' })
  for (const { key } of deliveries) expect(await deliver(key)).toMatchObject({ kind: 'leased' })
  await world.places.take(account, 'of a dead process')
  const resumed: string[] = []
  const resume = async (accountId: string) => void resumed.push(accountId)
  await releaseLeases(DynamoDBDocumentClient.from(world.cloud.dynamo), resume)
  expect([resumed, (await world.places.read(account)).in_progress]).toEqual([[account.id], 0])
  expect(await claim()).toMatchObject({ kind: 'claimed', record: { attempts: 2 } })
  for (const { key, name } of deliveries) expect(await deliver(key)).toMatchObject({ kind: 'started', name })
  expect(await world.requests.find(untouched)).toEqual(before)
})
