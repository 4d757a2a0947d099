import { networkInterfaces } from 'node:os'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { localAdvice } from '../lib/core/network/address-policy.ts'
import { createAnnounceUse } from '../lib/jobs/events/announce.ts'
import { createHits } from '../lib/jobs/hits.ts'
import { createPlaces, createReadPlaces } from '../lib/jobs/places.ts'
import { createAccountStore } from '../lib/store/accounts.ts'
import { createEventStore } from '../lib/store/events.ts'
import { createHitStore } from '../lib/store/hits.ts'
import { createInputStore } from '../lib/store/inputs.ts'
import { createPlaceStore } from '../lib/store/places.ts'
import { createQueues } from '../lib/store/queues.ts'
import { createRequestStore } from '../lib/store/requests.ts'
import { createTaskStore } from '../lib/store/tasks.ts'
import { createUsageStore } from '../lib/store/usage.ts'
import { clientSettings, fileClientSettings } from './client-settings.ts'
import { config, log, metrics, nowMs } from './settings.ts'

/** The composition root of the functions that use AWS: creates the clients and the stores. */
export { config, log, metrics, nowMs }

const { accountsTable, requestsTable, tasksTable, usageTable, tiers, resultsBucket } = config

export const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings()), {
  marshallOptions: { removeUndefinedValues: true },
})

export const accounts = createAccountStore({ dynamo, tableName: accountsTable, nowMs })

const usage = createUsageStore({ dynamo, tableName: usageTable, tiers, nowMs })

/** Returns the addresses of this machine's network interfaces. */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

export const egressPolicy = {
  allow: config.egressAllow,
  serviceHosts: config.serviceHosts,
  ownAddresses,
  advice: config.stage === 'local' ? localAdvice : undefined,
}

export const deps = { accounts, usage, tiers, rules: { egress: egressPolicy }, log, metrics, nowMs }

// The calls below are marked as pure. The bundler drops the ones that a function does not use. Most functions need neither S3 nor SQS.
// An argument such as `config.resultsBucket` would prevent that, because reading a property may have an effect.

export const requests = /* @__PURE__ */ createRequestStore({ dynamo, tableName: requestsTable, nowMs })

export const tasks = /* @__PURE__ */ createTaskStore({ dynamo, tableName: tasksTable })

const hitStore = /* @__PURE__ */ createHitStore({ dynamo, tableName: usageTable, tiers, nowMs })

const queueUrls = { render: config.renderQueueUrl, webhook: config.webhookQueueUrl }

export const queues = /* @__PURE__ */ createQueues({
  sqs: /* @__PURE__ */ new SQSClient(/* @__PURE__ */ clientSettings()),
  urls: queueUrls,
})

export const events = /* @__PURE__ */ createEventStore({ dynamo, tableName: requestsTable, nowMs })

export const announceUse = /* @__PURE__ */ createAnnounceUse({
  events,
  queues,
  store: hitStore,
  tiers,
  log,
  nowMs,
})

/** Takes, keeps and refunds hits of the quota. */
export const hits = /* @__PURE__ */ createHits({ store: hitStore, requests, announceUse, log })

/** The same for functions that queue nothing: those that take none, and comparisons, whose hits the next render announces. */
export const openHits = /* @__PURE__ */ createHits({ store: hitStore, requests, log })

const placeStore = /* @__PURE__ */ createPlaceStore({ dynamo, tableName: requestsTable, nowMs })

export const readPlaces = /* @__PURE__ */ createReadPlaces({ store: placeStore, tiers, nowMs })

/** The renders that accounts may have in progress, and what waits for one. */
export const places = /* @__PURE__ */ createPlaces({
  store: placeStore,
  queues,
  tiers,
  log,
  nowMs,
})

export const s3 = /* @__PURE__ */ new S3Client(/* @__PURE__ */ fileClientSettings())

export const inputs = /* @__PURE__ */ createInputStore({ s3, bucket: resultsBucket })

/** For everything that ends requests. */
export const finalizeDeps = { requests, inputs, hits, places, queues, nowMs }
