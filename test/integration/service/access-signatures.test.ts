import { beforeAll, describe, expect, test } from 'vitest'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { toSignedContent } from '../../../lib/core/access/signed-content.ts'
import type { Operation } from '../../../lib/schema/operations.ts'
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
import { type SampleRequest, sendOptions } from '../../support/service/sample-requests.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
test.each(requestsOf.filter(([, { alwaysSigned }]) => alwaysSigned))(
  '%s requires a signature of every account',
  async (_name, operation, request) => {
    const { accessKey } = await service.createAccount('growth')
    const sendWith = (secretKey?: string) =>
      sendOptions(service.baseUrl + operation.path, request, { 'x-access-key': accessKey }, secretKey)
    await expectRefusal(await sendWith(), 401, 'missing_signature')
    await expectRefusal(await sendWith('another key'), 403, 'invalid_signature')
  },
)

const pathOf = ({ path }: Operation) => path.replace('{id}', '1')

const isBodyMethod = (method: string) => ['POST', 'PUT', 'PATCH'].includes(method)

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
      return fetch(service.baseUrl + pathOf(operation), {
        method,
        headers: { ...headers, ...(signature && { 'x-service-signature': signature }) },
        ...(text !== '' && { body: text }),
      })
    const query = [text, ...(signature ? [`signature=${signature}`] : [])].filter((part) => part !== '')
    return fetch(`${service.baseUrl}${pathOf(operation)}?${query.join('&')}`, { method, headers })
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
      expect(takesHits(operation) ? [423] : rightStatuses(operation)).toContain(status)
    },
  )

  test.each(signedRows.filter(({ methods }) => !methods.some(isBodyMethod)))(
    '$id accepts a signed link until it expires',
    async (operation) => {
      const [method] = operation.methods
      const ended = await sendText(operation, method, 'expires=1', account.secretKey)
      await expectRefusal(ended, 403, 'link_expired')
      const open = await sendText(operation, method, 'expires=4000000000', account.secretKey)
      // Some have parameters without which they do nothing.
      expect([operation.success, 404, ...(operation.alwaysSigned ? [400] : [])]).toContain(open.status)
    },
  )
})
