import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { toSignedContent } from '../../../lib/core/access/signed-content.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { putRequestRecord } from '../../support/service/request-record.ts'
import { type SampleRequest, sampleRequests, sendOptions } from '../../support/service/sample-requests.ts'
import { many } from '../../support/service/shared-plans.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
afterAll(() => service[Symbol.asyncDispose]())

const call = (path: string, init: RequestInit = {}) => fetch(service.baseUrl + path, init)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const rows = Object.values<Operation>(operations)
const keyed = rows.filter(({ keyRequired }) => keyRequired)

/** Signs what every account must sign. */
const send = async (
  { path, alwaysSigned }: Operation,
  request: SampleRequest,
  accessKey?: string,
  id = '1',
) => {
  const account = alwaysSigned && accessKey && (await service.accounts.find(accessKey.slice(0, 6)))
  const { secretKey } = account || {}
  return sendOptions(service.baseUrl + path.replace('{id}', id), request, {
    ...(accessKey !== undefined && { 'x-access-key': accessKey }),
    ...(secretKey !== undefined && {
      'x-service-signature': createSignature(secretKey, JSON.stringify(request.options)),
    }),
  })
}

/** What a right request may return: there may be no object with its id, and a sample of a change of keys is outdated. */
const rightStatuses = ({ success, alwaysSigned }: Operation) => [success, alwaysSigned ? 409 : 404]

const expectRefusal = async (response: Response, statusCode: number, code: string) => {
  const body = (await response.json()) as object
  expect({ statusCode: response.status, code: response.headers.get('x-service-error') }).toEqual({
    statusCode,
    code,
  })
  expect(Object.keys(body)).toEqual(['statusCode', 'error', 'message'])
  expect(body).toMatchObject({ statusCode })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('x-service-request-id')).toMatch(uuid)
  const challenge = statusCode === 401 ? `AccessKey realm="stillframe", error="${code}"` : null
  expect(response.headers.get('www-authenticate')).toBe(challenge)
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

const requestsOf = keyed.flatMap((operation) =>
  sampleRequests(operation).map(
    (request) => [`${operation.id} by ${request.method}`, operation, request] as const,
  ),
)

const nonsense = ({ method }: SampleRequest): SampleRequest => ({ method, options: { nonsense: 1 } })

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
    if (operation.renders) await expectRefusal(response, 423, 'quota_exceeded')
    else expect(rightStatuses(operation)).toContain(response.status)
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

  const created: Record<string, () => Promise<string>> = {
    '/v1/tasks': createTask,
    '/v1/requests': () => putRequestRecord(service.dataDir, owner.id),
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

test.each(requestsOf.filter(([, { alwaysSigned }]) => alwaysSigned))(
  '%s requires a signature of every account',
  async (_name, operation, request) => {
    const { accessKey } = await service.createAccount('growth')
    const sendWith = (headers: Record<string, string>) =>
      sendOptions(service.baseUrl + operation.path, request, { 'x-access-key': accessKey, ...headers })
    await expectRefusal(await sendWith({}), 401, 'missing_signature')
    const signature = createSignature('another key', JSON.stringify(request.options))
    await expectRefusal(await sendWith({ 'x-service-signature': signature }), 403, 'invalid_signature')
  },
)

const pathOf = ({ path }: Operation) => path.replace('{id}', '1')

const isBodyMethod = (method: string) => method === 'POST' || method === 'PATCH'

const signedRows = keyed.filter(({ signed }) => signed)

describe('with signed requests on', () => {
  let account: NewAccount

  beforeAll(async () => {
    account = await service.createAccount('scale')
    await service.accounts.change(account.id, { signedRequests: true, signatureVersion: 2 })
  })

  /** Sends the text of the query string or body as it is, signed with this key. */
  const sendText = (operation: Operation, method: string, text: string, secretKey?: string) => {
    const content = isBodyMethod(method) ? Buffer.from(text) : text
    const signed = toSignedContent(2, { method, path: pathOf(operation), content })
    const signature = secretKey === undefined ? undefined : createSignature(secretKey, signed)
    const headers = { 'x-access-key': account.accessKey, 'content-type': 'application/json' }
    if (isBodyMethod(method))
      return call(pathOf(operation), {
        method,
        headers: { ...headers, ...(signature && { 'x-service-signature': signature }) },
        ...(text !== '' && { body: text }),
      })
    const query = [text, ...(signature ? [`signature=${signature}`] : [])].filter((part) => part !== '')
    return call(`${pathOf(operation)}?${query.join('&')}`, { method, headers })
  }

  const textOf = ({ method, options }: SampleRequest) => {
    if (isBodyMethod(method)) return JSON.stringify(options)
    return new URLSearchParams(
      Object.entries(options).map(([name, value]) => [name, String(value)]),
    ).toString()
  }

  const signedRequests = requestsOf.filter(([, { signed }]) => signed)

  test('only operations that use no quota and reveal nothing of a render accept the key alone', async () => {
    const unsigned = keyed.filter(({ signed }) => !signed)
    expect(unsigned.map(({ id }) => id)).toEqual(['devices', 'usage', 'usage_history'])
    expect(rows.filter(({ signed, keyRequired }) => signed && !keyRequired)).toEqual([])
    for (const operation of unsigned)
      expect((await sendText(operation, 'GET', '')).status).toBe(operation.success)
  })

  test.each(signedRequests)(
    '%s requires a signature made with the secret key of the account',
    async (_name, operation, request) => {
      const sendSigned = (sent: SampleRequest, secretKey?: string) =>
        sendText(operation, request.method, textOf(sent), secretKey)
      await expectRefusal(await sendSigned(nonsense(request)), 401, 'missing_signature')
      await expectRefusal(await sendSigned(request, 'another key'), 403, 'invalid_signature')
      const { status } = await sendSigned(request, account.secretKey)
      expect(operation.renders ? [423] : rightStatuses(operation)).toContain(status)
    },
  )

  test.each(signedRows.filter(({ methods }) => !methods.some(isBodyMethod)))(
    '$id accepts a signed link until it expires',
    async (operation) => {
      const [method] = operation.methods
      const ended = await sendText(operation, method, 'expires=1', account.secretKey)
      await expectRefusal(ended, 403, 'link_expired')
      const open = await sendText(operation, method, 'expires=4000000000', account.secretKey)
      expect([operation.success, 404]).toContain(open.status)
    },
  )
})
