import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import {
  expectRefusal,
  keyed,
  nonsense,
  requestsOf,
  rightStatuses,
  rows,
  takesHits,
} from '../../support/service/access.ts'
import { putBatch, putEvent, putRequestRecord } from '../../support/service/request-record.ts'
import { type SampleRequest, sampleRequests, sendOptions } from '../../support/service/sample-requests.ts'
import { many } from '../../support/service/shared-plans.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const call = (path: string, init: RequestInit = {}) => fetch(service.baseUrl + path, init)

/** Signs what every account must sign. */
const send = async (
  { path, alwaysSigned }: Operation,
  request: SampleRequest,
  accessKey?: string,
  id = '1',
) => {
  const account = alwaysSigned && accessKey && (await service.accounts.find(accessKey.slice(0, 6)))
  const { secretKey } = account || {}
  return sendOptions(
    service.baseUrl + path.replace('{id}', id),
    request,
    accessKey === undefined ? {} : { 'x-access-key': accessKey },
    secretKey,
  )
}

const expectRateHeaders = ({ headers }: Response, limit: number) => {
  expect(headers.get('ratelimit-limit')).toBe(String(limit))
  expect(Number(headers.get('ratelimit-remaining') ?? 'missing')).toBeLessThanOrEqual(limit)
  expect(Number(headers.get('ratelimit-reset') ?? 'missing')).toBeLessThanOrEqual(60)
}

test('every operation with a key has a sample request for each of its methods', () => {
  for (const operation of keyed) expect(sampleRequests(operation).length).toBe(operation.methods.length)
  expect(keyed.length).toBeGreaterThan(5)
})

// Every operation is served by the same check of the key, which decides the kind of fault.
test.each([
  ['a key of the wrong length', async () => 'nonsense'],
  ['the key of an account that does not exist', async () => 'z'.repeat(24)],
  [
    'the correct start of a key and a wrong end',
    async () => service.accessKey.slice(0, -1) + (service.accessKey.endsWith('a') ? 'b' : 'a'),
  ],
  [
    'the key of a closed account',
    async () => {
      const { id, accessKey } = await service.createAccount('scale')
      await service.accounts.close(id)
      return accessKey
    },
  ],
])('a request with %s is refused', async (_fault, toKey) => {
  const [request] = sampleRequests(operations.devices) as [SampleRequest]
  await expectRefusal(await send(operations.devices, request, await toKey()), 401, 'invalid_access_key')
})

describe.each(requestsOf)('%s', (_name, operation, request) => {
  test.each([
    ['without a key', undefined, 'missing_access_key'],
    ['with a key of no account', 'z'.repeat(24), 'invalid_access_key'],
  ])('%s returns the 401 body, with any parameters', async (_reason, accessKey, code) => {
    const response = await send(operation, nonsense(request), accessKey)
    expect(await response.clone().json()).toEqual({
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Invalid access key',
      code,
    })
    await expectRefusal(response, 401, code)
    expect(response.headers.has('ratelimit-limit')).toBe(false)
  })

  test('with an unpaid invoice is refused before its parameters are read', async () => {
    const { id, accessKey } = await service.createAccount('growth')
    await service.accounts.change(id, { paid: false })
    const response = await send(operation, nonsense(request), accessKey)
    await expectRefusal(response, 402, 'payment_required')
    expectRateHeaders(response, many)
  })

  test('over the rate is rejected before its parameters are read, and says when to retry', async () => {
    const { accessKey } = await service.createAccount('starter')
    let response = await send(operation, nonsense(request), accessKey)
    // A minute may end between two requests.
    for (let count = 0; count < 2 && response.status !== 429; count += 1)
      response = await send(operation, nonsense(request), accessKey)
    await expectRefusal(response, 429, 'rate_limited')
    expectRateHeaders(response, 1)
    expect(response.headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('with a wrong parameter is rejected with the rate headers', async () => {
    const response = await send(operation, nonsense(request), service.accessKey)
    await expectRefusal(response, 400, 'unknown_parameter')
    expectRateHeaders(response, many)
  })

  test('over the quota is rejected if it renders, and only then', async () => {
    const response = await send(operation, request, service.accessKey)
    expectRateHeaders(response, many)
    if (takesHits(operation)) await expectRefusal(response, 423, 'quota_exceeded')
    else expect(rightStatuses(operation)).toContain(response.status)
  })
})

test('the role of every function allows it to refuse a request before it is counted', {
  timeout: 60_000,
}, async () => {
  const { id, accessKey } = await service.createAccount('growth')
  await service.stopPaying(id)
  for (const [, operation, request] of requestsOf)
    expect((await send(operation, request, accessKey)).status, operation.id).toBe(402)
  // The guard, which has seen their calls, ends the test if it had to refuse one.
  const callers = new Set((await service.cloudCalls()).allowed.map((call) => call.split(' ')[0]))
  expect(keyed.filter(({ functionName }) => !callers.has(functionName))).toEqual([])
})

test.each(requestsOf.filter(([, { renders }]) => renders))(
  '%s over the quota is refused in the background and for the cache too',
  async (_name, operation, request) => {
    for (const way of [{ async: true }, { cache: true }]) {
      const sent = { ...request, options: { ...request.options, ...way } }
      await expectRefusal(await send(operation, sent, service.accessKey), 423, 'quota_exceeded')
    }
  },
)

test.each(requestsOf.filter(([, { renders, feature }]) => renders || feature !== undefined))(
  '%s with an option or a feature of the scale plan is refused on another plan',
  async (_name, operation, request) => {
    const { accessKey } = await service.createAccount('growth')
    for (const option of operation.renders ? [{ gpu_rendering: true }, { ip_location: 'us' }] : [{}]) {
      const sent = { ...request, options: { ...request.options, ...option } }
      const response = await send(operation, sent, accessKey)
      await expectRefusal(response, 402, 'plan_required')
      expectRateHeaders(response, many)
    }
  },
)

describe('the object of another account', () => {
  let owner: NewAccount
  let stranger: NewAccount

  beforeAll(async () => {
    owner = await service.createAccount('scale')
    stranger = await service.createAccount('scale')
  })

  const createTask = async () => {
    const [request] = sampleRequests(operations.create_task)
    const response = await send(operations.create_task, request as SampleRequest, owner.accessKey)
    return String(((await response.json()) as { id: number }).id)
  }

  const create = async (operation: Operation) => {
    const [request] = sampleRequests(operation)
    const response = await send(operation, request as SampleRequest, owner.accessKey)
    return ((await response.json()) as { id: string }).id
  }

  let subscription: Promise<string> | undefined
  /** One serves all tests, because an account has at most 10. */
  const createSubscription = () => {
    subscription ??= create(operations.create_subscription)
    return subscription
  }

  const created: Record<string, () => Promise<string>> = {
    '/v1/tasks': createTask,
    '/v1/requests': () => putRequestRecord(service.dataDir, owner.id),
    '/v1/batches': () => putBatch(service.dataDir, owner.id),
    '/v1/subscriptions': createSubscription,
    '/v1/events': () => putEvent(service.dataDir, owner.id),
  }

  const toFamily = (path: string) => path.replace(/\/\{id\}.*/, '')

  const byOwner = async (family: string, id: string) => {
    const response = await call(`${family}/${id}`, { headers: { 'x-access-key': owner.accessKey } })
    return { status: response.status, text: await response.text() }
  }

  const withId = requestsOf.filter(([, { path }]) => path.includes('{id}'))

  test.each(withId)('does not exist for %s', async (_name, operation, request) => {
    const family = toFamily(operation.path)
    const id = await created[family]?.()
    if (id === undefined) throw new Error(`This test makes no object of ${family}`)
    const before = await byOwner(family, id)
    expect(before.status).toBe(200)
    const response = await send(operation, request, stranger.accessKey, id)
    const absent = await send(operation, request, stranger.accessKey, '1')
    expect(await response.clone().text()).toBe(await absent.text())
    await expectRefusal(response, 404, 'not_found')
    expect(await byOwner(family, id)).toEqual(before)
  })

  test.each(Object.keys(created))('is in no list of %s', async (family) => {
    const id = await created[family]?.()
    const list = async ({ accessKey }: NewAccount) =>
      (await call(family, { headers: { 'x-access-key': accessKey } })).text()
    expect(await list(owner)).toContain(id)
    expect(await list(stranger)).not.toContain(id)
  })
})

describe.each([...Map.groupBy(rows, ({ path }) => path)])('%s', (path, siblings) => {
  test('with another method returns 405 and names the allowed methods', async () => {
    const methods = siblings.flatMap((row) => row.methods)
    const others = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'].filter(
      (method) => !methods.some((known) => known === method),
    )
    for (const method of others) {
      const response = await call(path.replace('{id}', '1'), { method })
      expect(response.headers.get('allow')).toBe(methods.join(', '))
      await expectRefusal(response, 405, 'method_not_allowed')
    }
  })
})
