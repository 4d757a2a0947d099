import { afterAll, expect, test } from 'vitest'
import { AccountReport } from '../../../lib/schema/account.ts'
import { many } from '../../support/service/shared-plans.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
afterAll(() => service[Symbol.asyncDispose]())

const call = async (accessKey: string) => {
  const response = await fetch(`${service.baseUrl}/v1/account`, { headers: { 'x-access-key': accessKey } })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('an account reads its plan with the limits of this service, and no key', async () => {
  const { id, accessKey, secretKey } = await service.createAccount('growth')
  const { status, headers, body } = await call(accessKey)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(AccountReport.parse(body)).toEqual({
    id,
    plan: expect.objectContaining({ name: 'growth', requests_per_minute: many, features: [] }),
    created: expect.any(Number),
    signed_requests: false,
    signature_version: 1,
    invoice: 'paid',
    access_key_start: accessKey.slice(0, 6),
    key_generation: 0,
  })
  const text = JSON.stringify(body)
  expect(text).not.toContain(accessKey)
  expect(text).not.toContain(secretKey)
})

test('a change of the plan shows with the next request', async () => {
  const { id, accessKey } = await service.createAccount('growth')
  await service.accounts.change(id, { plan: 'scale' })
  expect((await call(accessKey)).body).toMatchObject({
    plan: { name: 'scale', features: ['tasks', 'gpu_rendering', 'ip_location'] },
  })
})
