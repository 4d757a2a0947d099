import { onTestFinished } from 'vitest'
import { toEventPartition } from '../../../lib/core/events/event.ts'
import { createCallReceiver } from '../../../lib/egress/call-receiver.ts'
import { createDeliver } from '../../../lib/jobs/deliver.ts'
import { createSubscriptionJobs } from '../../../lib/jobs/events/subscriptions.ts'
import { type EventFormat, type EventTopic, eventTopics } from '../../../lib/schema/events.ts'
import { allowing } from '../render/egress-client.ts'
import { type Behaviour, startWebhookReceiver } from '../sites/webhook-receiver.ts'
import { startBatchWorld } from './batch-tools.ts'

/** The world of batches, with what tests do with events and their subscriptions. */
export const startEventWorld = async () => {
  const { world, tools } = await startBatchWorld()
  const jobs = createSubscriptionJobs(world)

  const subscribe = async (
    accountId: string,
    webhook_url: string,
    { topics = [...eventTopics], format = 'json' }: { topics?: EventTopic[]; format?: EventFormat } = {},
  ) => (await jobs.create(accountId, { webhook_url, format, topics })).id

  const listEvents = async (accountId: string) => (await world.events.list(accountId, { limit: 100 })).events

  const typesOf = async (accountId: string) =>
    (await listEvents(accountId)).map(({ event }) => event.type).sort()

  const deliverDeps = {
    ...world.performDeps,
    post: createCallReceiver({ policy: allowing('127.0.0.1') }),
    findKey: async () => undefined,
    publicUrl: 'https://api.example',
    retrySeconds: [5],
  }

  const deliver = createDeliver(deliverDeps)

  const deliverAll = async (accountId: string) => {
    for (const { id } of await listEvents(accountId))
      await deliver({ accountId: toEventPartition(accountId), id }, { extendVisibility: async () => {} })
  }

  return { world, tools, jobs, subscribe, listEvents, typesOf, deliverDeps, deliver, deliverAll }
}

/** Starts a receiver, which ends with its test. */
export const receive = async (behaviour?: Behaviour) => {
  const receiver = await startWebhookReceiver(behaviour)
  onTestFinished(() => receiver.close())
  return receiver
}
