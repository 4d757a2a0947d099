import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { webhookRetrySeconds } from '../../../lib/core/requests/delivery-schedule.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import type { RequestKey, RequestRecord } from '../../../lib/core/requests/request-record.ts'
import { createCallReceiver } from '../../../lib/egress/call-receiver.ts'
import { createDeliver, type DeliverDeps } from '../../../lib/jobs/deliver.ts'
import { createRepeatWebhook } from '../../../lib/jobs/repeat-webhook.ts'
import type { Account } from '../../../lib/store/accounts.ts'
import { createRequestStore, type RequestStore } from '../../../lib/store/requests.ts'
import { ensureTables, tableNames } from '../../../local/tables.ts'
import { startTestAws } from '../../integration/aws/test-aws.ts'
import { nowMs as machineMs } from '../now.ts'
import { allowing } from '../render/egress-client.ts'
import { type Behaviour, startWebhookReceiver } from '../sites/webhook-receiver.ts'
import { silentAnnouncer } from './silent-announcer.ts'

export const account: Account = {
  id: 'acct',
  plan: 'growth',
  paid: true,
  accessKeyHash: '',
  secretKey: 'Zk3v9QhT1mR8sYc5wB2nF7xL4pG6dJ0aKeUiOtVy',
  created: 0,
}

export const file = Buffer.from('the bytes of the file')

const fileSeconds = 48 * 3600

/** The real store over the embedded cloud, with its own clock, which moves only when a test moves it. */
export const startRequestDesk = async () => {
  const aws = await startTestAws()
  await ensureTables(aws.dynamodb)
  const clock = { aheadMs: 0 }
  const startMs = machineMs()
  const nowMs = () => startMs + clock.aheadMs
  const requests = createRequestStore({ dynamo: aws.documents, tableName: tableNames.requests, nowMs })
  return { requests, clock, nowMs, close: aws.close }
}

type RequestDesk = Awaited<ReturnType<typeof startRequestDesk>>

const createKey = (nowMs: number) => ({
  accountId: account.id,
  id: createRequestId(nowMs, randomBytes(10)),
})

interface TestUpload {
  /** Of a presigned URL. */
  query?: string
  /** In the storage of the account. */
  object?: { bucket: string; key: string }
  isAlone?: boolean
}

const toUpload = (url: string, { query, object }: TestUpload) =>
  object ? { url, object } : { url: `${url}?${query}` }

/** A done request whose webhook goes to a receiver of the test's own; `random` 0.5 takes the jitter out of the waits. */
export const openDesk = async (
  { requests, clock, nowMs }: RequestDesk,
  behaviour?: Behaviour,
  { signed = true, externalId, upload }: { signed?: boolean; externalId?: string; upload?: TestUpload } = {},
) => {
  const receiver = await startWebhookReceiver(behaviour)
  onTestFinished(() => receiver.close())
  const key = createKey(nowMs())
  const created = Math.floor(nowMs() / 1000)
  await requests.putDone({
    ...key,
    operation: 'screenshot',
    created: created - 2,
    finished: created,
    counted: true,
    externalId,
    result: {
      name: 'a1b2.jpg',
      contentType: 'image/jpeg',
      extension: 'jpg',
      headers: {},
      bytes: file.length,
      sha256: '',
      created,
      expires: created + fileSeconds,
    },
    ...(upload && { upload: toUpload(`${receiver.url}/bucket/a.jpg`, upload) }),
    ...(!upload?.isAlone && { webhook: { url: `${receiver.url}/hook`, signed } }),
  })
  const deps: DeliverDeps = {
    requests,
    accounts: { find: async () => account },
    files: { open: async () => Readable.from([file]) },
    post: createCallReceiver({ policy: allowing('127.0.0.1') }),
    findKey: async () => undefined,
    cacheUrl: 'https://cache.test',
    publicUrl: undefined,
    announcer: silentAnnouncer,
    retrySeconds: webhookRetrySeconds,
    nowMs,
    random: () => 0.5,
    log: silentLogger,
  }
  /** Seconds for which each attempt hid its message. */
  const hidden: number[] = []
  const context = {
    extendVisibility: async (seconds: number) => void hidden.push(seconds),
  }
  const sent: unknown[] = []
  const queues = {
    sendWebhook: async ({ accountId, id }: RequestKey) => void sent.push({ accountId, requestId: id }),
  }
  return {
    receiver,
    requests,
    key,
    deps,
    context,
    hidden,
    queues,
    sent,
    deliver: (changed: Partial<DeliverDeps> = {}) => createDeliver({ ...deps, ...changed })(key, context),
    repeat: (id = key.id) => createRepeatWebhook({ requests, queues, nowMs })({ ...key, id }),
    webhook: async () => (await find(requests, key)).webhook,
    upload: async () => (await find(requests, key)).upload,
    isOpen: async () => (await requests.listOpen('webhook', nowMs(), 1000)).some(({ id }) => id === key.id),
    wait: (seconds: number) => {
      clock.aheadMs += seconds * 1000
    },
  }
}

const find = async (
  requests: RequestStore,
  key: { accountId: string; id: string },
): Promise<RequestRecord> => {
  const record = await requests.find(key)
  if (!record) throw new Error('There is no such record.')
  return record
}
