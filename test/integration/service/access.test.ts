import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signAddress } from '../../../lib/core/access/signature.ts'
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
  test('without a key returns the 401 body, with any parameters', async () => {
    const response = await send(operation, nonsense(request))
    expect(await response.clone().json()).toEqual({
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Invalid access key',
      code: 'missing_access_key',
    })
    await expectRefusal(response, 401, 'missing_access_key')
    expect(response.headers.has('ratelimit-limit')).toBe(false)
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

test('an unpaid invoice refuses every request before its parameters are read, as the roles of the functions allow', async () => {
  const { id, accessKey } = await service.createAccount('growth')
  await service.stopPaying(id)
  for (const [, operation, request] of requestsOf) {
    const response = await send(operation, nonsense(request), accessKey)
    await expectRefusal(response, 402, 'payment_required')
    expectRateHeaders(response, many)
  }
  // The guard, which has seen their calls, ends the test if it had to refuse one.
  const callers = new Set((await service.cloudCalls()).allowed.map((call) => call.split(' ')[0]))
  expect(keyed.filter(({ functionName }) => !callers.has(functionName))).toEqual([])
})

test('every request over the rate is rejected before its parameters are read, and says when to retry', async () => {
  const { accessKey } = await service.createAccount('starter')
  for (const [, operation, request] of requestsOf) {
    let response = await send(operation, nonsense(request), accessKey)
    // A minute may end between two requests.
    for (let count = 0; count < 2 && response.status !== 429; count += 1)
      response = await send(operation, nonsense(request), accessKey)
    await expectRefusal(response, 429, 'rate_limited')
    expectRateHeaders(response, 1)
    expect(response.headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

describe('a leaked key of the scope links', () => {
  let owner: NewAccount
  let leaked: string

  beforeEach(async () => {
    owner = await service.createAccount('scale')
    leaked = (await service.accounts.addKey(owner.id, { name: 'Links', scope: 'links' }))?.accessKey ?? ''
  })

  const sendLeaked = ([, { path }, request]: (typeof requestsOf)[number], secretKey?: string) =>
    sendOptions(service.baseUrl + path.replace('{id}', '1'), request, { 'x-access-key': leaked }, secretKey)

  const renders = requestsOf.filter(([, operation]) => operation.renders)

  test.each([false, true])(
    'opens nothing without a signature, if signatures are required: %s',
    async (isRequired) => {
      await service.accounts.change(owner.id, { signedRequests: isRequired })
      for (const row of renders) await expectRefusal(await sendLeaked(row), 403, 'key_scope')
    },
  )

  test('opens nothing with the signature of another secret key', async () => {
    for (const row of renders) {
      const code = row[2].method === 'GET' ? 'invalid_signature' : 'key_scope'
      await expectRefusal(await sendLeaked(row, 'a guess'), 403, code)
    }
  })

  test('opens only a GET that renders with a valid signature', async () => {
    for (const row of requestsOf) {
      const [, operation, { method, options }] = row
      const isLink = operation.renders && method === 'GET'
      const response = await sendLeaked(row, owner.secretKey)
      if (!isLink) {
        await expectRefusal(response, 403, 'key_scope')
        continue
      }
      const query = new URLSearchParams({ access_key: leaked, ...(options as Record<string, string>) })
      const address = `${service.baseUrl}${operation.path}?${query}`
      const link = signAddress(address, owner.secretKey, { version: 2 })
      // The quota of the plans of this service is 0.
      await expectRefusal(await fetch(link), 423, 'quota_exceeded')
      const changed = link.replace('signature=', 'x=1&signature=')
      const old = signAddress(address, owner.secretKey, { version: 1 })
      for (const wrong of [changed, old]) await expectRefusal(await fetch(wrong), 403, 'invalid_signature')
    }
  })
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
