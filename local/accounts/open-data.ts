import { S3Client } from '@aws-sdk/client-s3'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type TableName, tableNames, toTableVariable } from '../../infra/tables.ts'
import { silentLogger } from '../../lib/base/logger.ts'
import { createEraseAccount } from '../../lib/jobs/erase-account.ts'
import { createAccountData } from '../../lib/store/account-data.ts'
import type { AccountStore } from '../../lib/store/accounts.ts'
import { createInputStore } from '../../lib/store/inputs.ts'
import { createResultStore } from '../../lib/store/results.ts'
import { createScheduleStore } from '../../lib/store/schedules.ts'
import { createTaskStore } from '../../lib/store/tasks.ts'
import type { toClientSettings } from '../credentials.ts'
import { stagesOf } from '../tables.ts'
import type { Environment } from './open-store.ts'
import { UsageError } from './usage-error.ts'

/** The names of the tables, the bucket and the group of schedules of a stage. */
export interface StageNames {
  tables: Readonly<Record<TableName, string>>
  bucket: string
  scheduleGroup: string
}

/** Reads the variables that every function of the stage has. @throws UsageError if some are missing */
export const readStageNames = (environment: Environment): StageNames => {
  const variables = [...tableNames.map(toTableVariable), 'RESULTS_BUCKET', 'SCHEDULE_GROUP']
  const missing = variables.filter((name) => !environment[name])
  if (missing.length > 0)
    throw new UsageError(
      `This command requires the names of everything that stores data of accounts. Set ${missing.join(', ')} as docs/operate/personal-data.md describes.`,
    )
  const read = (name: string) => environment[name] ?? ''
  const stages = stagesOf((name) => read(toTableVariable(name)))
  if (stages.length > 1) throw new UsageError(`The tables belong to several stages: ${stages.join(', ')}.`)
  return {
    tables: Object.fromEntries(tableNames.map((name) => [name, read(toTableVariable(name))])) as Record<
      TableName,
      string
    >,
    bucket: read('RESULTS_BUCKET'),
    scheduleGroup: read('SCHEDULE_GROUP'),
  }
}

/** What the clients of AWS are created with. */
export interface ClientSettings extends Partial<ReturnType<typeof toClientSettings>> {
  maxAttempts?: number
}

interface Stores {
  accounts: AccountStore
  dynamo: DynamoDBDocumentClient
}

export type OpenData = ReturnType<typeof openData>

/** Opens everything that is stored of accounts. */
export const openData = (
  { accounts, dynamo }: Stores,
  { tables, bucket, scheduleGroup: group }: StageNames,
  settings: ClientSettings,
) => {
  const s3 = new S3Client(settings)
  const scheduler = new SchedulerClient(settings)
  const data = createAccountData({ dynamo, tables, nowMs: Date.now })
  const tasks = createTaskStore({ dynamo, tableName: tables.tasks })
  const inputs = createInputStore({ s3, bucket })
  const files = createResultStore({ s3, bucket, log: silentLogger })
  // For lists and deletions only.
  const schedules = createScheduleStore({ scheduler, group, queueArn: '', roleArn: '', deadLetterArn: '' })
  const stores = { accounts, data, tasks, schedules, inputs, files }
  return {
    ...stores,
    erase: createEraseAccount(stores),
    [Symbol.dispose]() {
      s3.destroy()
      scheduler.destroy()
    },
  }
}
