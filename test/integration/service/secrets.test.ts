import { beforeAll, expect, test } from 'vitest'
import { toSummary } from '../../../lib/core/requests/request-summary.ts'
import { isOpenTo, type KeyScope } from '../../../lib/schema/key-scopes.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { requestsOf } from '../../support/service/access.ts'
import { putBatch, putEvent, putRequestRecord } from '../../support/service/request-record.ts'
import { sampleRequests, sendOptions } from '../../support/service/sample-requests.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
/** Part of every secret of the account. */
const secret = 'hunter2'

const private_ = {
  url: `https://user:${secret}@example.com/`,
  cookies: [`session=${secret}`],
  headers: [`X-Api-Key: ${secret}`],
  authorization: `Bearer ${secret}`,
  proxy: `http://user:${secret}@proxy.example.com:8080`,
  actions: [{ action: 'type', selector: 'input', text: secret }],
  local_storage: { token: secret },
  webhook_url: `https://user:${secret}@hooks.example.com/services/${secret}`,
}

const query = new URLSearchParams(
  Object.entries(private_).map(([name, value]) => {
    if (typeof value === 'string') return [name, value]
    return [name, name === 'cookies' || name === 'headers' ? String(value) : JSON.stringify(value)]
  }),
).toString()

const webhook = { url: private_.webhook_url, signed: false }

const owner = await service.createAccount('scale')

const create = async (operation: 'create_task' | 'create_subscription', options: object) => {
  const [request] = sampleRequests(operations[operation])
  if (!request) throw new Error(`There is no sample of ${operation}.`)
  const sent = { ...request, options: { ...request.options, ...options } }
  const response = await sendOptions(service.baseUrl + operations[operation].path, sent, {
    'x-access-key': owner.accessKey,
  })
  const body = (await response.json()) as { id: number | string }
  expect(body).toMatchObject({ id: expect.anything() })
  return String(body.id)
}

/** Of the objects of the account, by path. */
const ids = new Map<string, string>()
const keys = new Map<KeyScope, string>([['full', owner.accessKey]])

beforeAll(async () => {
  const { dataDir, accounts } = service
  const storage = { region: 'eu-central-1', bucket: 'b', prefix: '', keyTemplate: '{id}', tested: 1 }
  await accounts.changeStorage(owner.id, { ...storage, sealedKey: secret }, 0)
  for (const scope of ['read', 'render'] as const) {
    const key = await accounts.addKey(owner.id, { name: scope, scope })
    keys.set(scope, key?.accessKey ?? '')
  }
  const taskId = await create('create_task', { query })
  ids.set('/v1/tasks', taskId)
  const request = {
    summary: toSummary(operations.screenshot, private_),
    taskId: Number(taskId),
    upload: { url: `https://bucket.example.com/file?X-Amz-Signature=${secret}` },
    webhook,
  }
  ids.set('/v1/requests', await putRequestRecord(dataDir, owner.id, request))
  const sitemap = `https://user:${secret}@example.com/sitemap.xml`
  ids.set('/v1/batches', await putBatch(dataDir, owner.id, { sitemap, webhook }))
  const subscriptionId = await create('create_subscription', {
    webhook_url: `https://hooks.example.com/services/${secret}`,
  })
  ids.set('/v1/subscriptions', subscriptionId)
  ids.set('/v1/events', await putEvent(dataDir, owner.id, subscriptionId))
})

const read = async (path: string, accessKey = '') => {
  const response = await fetch(service.baseUrl + path, { headers: { 'x-access-key': accessKey } })
  return { status: response.status, text: await response.text() }
}

const reads = requestsOf.filter(([, { renders }, { method }]) => method === 'GET' && !renders)

test.each(reads)('%s shows secrets at most to a key of the scope full', async (_name, operation) => {
  const [family = ''] = operation.path.split('/{id}')
  const id = ids.get(family)
  if (operation.path !== family && id === undefined) throw new Error(`This test makes no object of ${family}`)
  const path = operation.path.replace('{id}', id ?? '')
  for (const [scope, accessKey] of keys) {
    if (!isOpenTo(scope, operation, 'GET')) continue
    const { status, text } = await read(path, accessKey)
    expect(status).toBe(200)
    if (id !== undefined) expect(text).toContain(id)
    if (scope !== 'full') expect(text, scope).not.toContain(secret)
  }
})

test.each(['/v1/tasks', '/v1/subscriptions', '/v1/overview'])('%s shows them to the owner', async (path) => {
  expect((await read(path, owner.accessKey)).text).toContain(secret)
})
