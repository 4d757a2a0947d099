import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { loadConfig } from '../lib/config.ts'
import { readLinkedSecrets } from '../lib/linked-secrets.ts'
import { silentMetrics } from '../lib/metrics.ts'
import { createAccountStore } from '../lib/store/accounts.ts'
import { createUsageStore } from '../lib/store/usage.ts'
import { createLogger, createMetrics } from '../lib/telemetry.ts'

/** The composition root of every function: reads the configuration once and builds the clients. */
export const config = loadConfig({ ...process.env, ...(await readLinkedSecrets(process.env)) })

export const log = createLogger(config.logLevel)

export const metrics = config.metrics ? createMetrics(config.stage, log) : silentMetrics

export const nowMs = () => Date.now()

export const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
})

export const accounts = createAccountStore({ dynamo, tableName: config.accountsTable, nowMs })

export const usage = createUsageStore({ dynamo, tableName: config.usageTable, plans: config.plans, nowMs })

export const egressPolicy = { allow: config.egressAllow, serviceHosts: config.serviceHosts }

export const deps = {
  accounts,
  usage,
  plans: config.plans,
  rules: { egress: egressPolicy },
  log,
  metrics,
  nowMs,
}
