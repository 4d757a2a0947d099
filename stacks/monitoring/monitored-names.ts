import { functions, queueFunctions } from '../../infra/functions.ts'
import type { Api } from '../api.ts'
import type { Edge } from '../edge.ts'
import type { Resources } from '../grants.ts'

/** The values of metric dimensions: Pulumi outputs during a deployment, and strings once they are resolved. */
export interface MonitoredNames<Value> {
  region: Value
  apiName: Value
  distributionId: Value
  scheduleGroup: Value
  resultsBucket: Value
  renderQueue: Value
  webhookQueue: Value
  renderDeadLetters: Value
  webhookDeadLetters: Value
  scheduleDeadLetters: Value
  accountsTable: Value
  usageTable: Value
  requestsTable: Value
  tasksTable: Value
  cacheTable: Value
}

export interface Monitored {
  api: Api
  edge: Edge
  resources: Resources
}

export const readNames = ({ api, edge, resources }: Monitored): MonitoredNames<$util.Input<string>> => {
  const { storage, queues, tasks } = resources
  const nameOf = (queue: sst.aws.Queue) => queue.nodes.queue.name
  return {
    region: aws.getRegionOutput({}).region,
    apiName: api.api.nodes.api.name,
    distributionId: edge.cdn.nodes.distribution.id,
    scheduleGroup: tasks.group.name,
    resultsBucket: storage.results.bucket,
    renderQueue: nameOf(queues.render),
    webhookQueue: nameOf(queues.webhook),
    renderDeadLetters: nameOf(queues.renderDeadLetters),
    webhookDeadLetters: nameOf(queues.webhookDeadLetters),
    scheduleDeadLetters: nameOf(queues.scheduleDeadLetters),
    accountsTable: storage.tables.accounts.name,
    usageTable: storage.tables.usage.name,
    requestsTable: storage.tables.requests.name,
    tasksTable: storage.tables.tasks.name,
    cacheTable: storage.tables.cache.name,
  }
}

/** Functions that must never be throttled. An alarm can have at most ten metrics. */
export const urgentFunctions: readonly string[] = [
  ...functions.filter(({ renders }) => renders).map(({ name }) => name),
  queueFunctions.webhookWorker.name,
  'sweep',
]

export const tablesOf = <Value>(names: MonitoredNames<Value>) =>
  ({
    accounts: names.accountsTable,
    usage: names.usageTable,
    requests: names.requestsTable,
    tasks: names.tasksTable,
    cache: names.cacheTable,
  }) as const
