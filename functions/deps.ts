import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { loadConfig } from '../lib/config.ts'
import type { ApiEvent } from '../lib/http/call.ts'
import { createHits } from '../lib/jobs/hits.ts'
import { readLinkedSecrets } from '../lib/linked-secrets.ts'
import { silentMetrics } from '../lib/metrics-publisher.ts'
import { createAccountStore } from '../lib/store/accounts.ts'
import { createHitStore } from '../lib/store/hits.ts'
import { createInputStore } from '../lib/store/inputs.ts'
import { createQueues } from '../lib/store/queues.ts'
import { createRequestStore } from '../lib/store/requests.ts'
import { createTaskStore } from '../lib/store/tasks.ts'
import { createUsageStore } from '../lib/store/usage.ts'
import { createLogger, createMetrics } from '../lib/telemetry.ts'
import { clientSettings, fileClientSettings } from './client-settings.ts'

/** The composition root of every function: reads the configuration once and creates the clients and the stores. */
export const config = loadConfig({ ...process.env, ...(await readLinkedSecrets(process.env)) })

const { accountsTable, requestsTable, tasksTable, usageTable, plans, resultsBucket } = config

export const log = createLogger(config.logLevel)

export const metrics = config.metrics ? createMetrics(config.stage, log) : silentMetrics

export const nowMs = () => Date.now()

/** Returns the URL of the API without trailing slash: the public one, or the one that the caller used. */
export const publicUrlOf = ({ requestContext }: ApiEvent): string =>
  config.publicUrl ?? `https://${requestContext.domainName}`

// What follows is marked as pure, so that the bundler drops what a function does not use. Most functions need neither S3 nor SQS.
// An argument such as `config.resultsBucket` would prevent that, because reading a property may have an effect.

export const dynamo = /* @__PURE__ */ DynamoDBDocumentClient.from(
  /* @__PURE__ */ new DynamoDBClient(/* @__PURE__ */ clientSettings()),
  { marshallOptions: { removeUndefinedValues: true } },
)

export const accounts = /* @__PURE__ */ createAccountStore({ dynamo, tableName: accountsTable, nowMs })

const usage = /* @__PURE__ */ createUsageStore({ dynamo, tableName: usageTable, plans, nowMs })

export const egressPolicy = { allow: config.egressAllow, serviceHosts: config.serviceHosts }

export const deps = { accounts, usage, plans, rules: { egress: egressPolicy }, log, metrics, nowMs }

export const requests = /* @__PURE__ */ createRequestStore({ dynamo, tableName: requestsTable, nowMs })

export const tasks = /* @__PURE__ */ createTaskStore({ dynamo, tableName: tasksTable })

const hitStore = /* @__PURE__ */ createHitStore({ dynamo, tableName: usageTable, plans, nowMs })

/** Takes, keeps and refunds hits of the quota. */
export const hits = /* @__PURE__ */ createHits({ store: hitStore, requests, log })

const queueUrls = { render: config.renderQueueUrl, webhook: config.webhookQueueUrl }

export const queues = /* @__PURE__ */ createQueues({
  sqs: /* @__PURE__ */ new SQSClient(/* @__PURE__ */ clientSettings()),
  urls: queueUrls,
})

export const s3 = /* @__PURE__ */ new S3Client(/* @__PURE__ */ fileClientSettings())

const inputs = /* @__PURE__ */ createInputStore({ s3, bucket: resultsBucket })

/** For everything that ends requests. */
export const finalizeDeps = { requests, inputs, hits, queues, nowMs }
