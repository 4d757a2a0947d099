import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { isSignatureOf } from '../../../lib/core/access/signature.ts'
import { toSignedContent } from '../../../lib/core/access/signed-content.ts'

interface Modules {
  checkKeys(keys: { accessKey: string; secretKey?: string }): Promise<void>
  forgetAccount(): void
  requireSigning(isRequired: boolean): void
  readApiAs(keys: { accessKey: string; secretKey?: string }, call: { path: string }): Promise<unknown>
}

const keys = { accessKey: 'ABC123'.repeat(4), secretKey: 'right'.repeat(8) }

const service = { requires: false, received: [] as (string | null)[] }

/** Checks the signature of an unsigned query string as the API does. */
const respond = async (url: string): Promise<Response> => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const signature = searchParams.get('signature')
  service.received.push(signature)
  const content = toSignedContent(2, { method: 'GET', path: pathname, content: '' })
  const isAccepted =
    signature === null ? !service.requires : isSignatureOf(signature, keys.secretKey, content)
  if (isAccepted) return Response.json({})
  const code = signature === null ? 'missing_signature' : 'invalid_signature'
  return Response.json({}, { status: 401, headers: { 'x-service-error': code } })
}

// The modules of the dashboard use globals of a browser when they are loaded, and types that the tests do not have.
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
vi.stubGlobal('location', { hash: '', pathname: '/dashboard', search: '' })
vi.stubGlobal('BroadcastChannel', class {})
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('isSecureContext', true)
vi.stubGlobal('fetch', respond)
const load = (name: string) => import(join(import.meta.dirname, '../../../web/src/api', name))
const files = ['call-api.ts', 'check-keys.ts', 'forget-account.ts']
const modules: Modules = Object.assign({}, ...(await Promise.all(files.map(load))))
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => {
  modules.forgetAccount()
  service.requires = false
  service.received = []
})

test('keys are checked with a signature of version 2, which every account accepts', async () => {
  await expect(modules.checkKeys(keys)).resolves.toBeUndefined()
  await expect(modules.checkKeys({ ...keys, secretKey: 'wrong'.repeat(8) })).rejects.toMatchObject({
    field: 'secretKey',
  })
  expect(service.received).toEqual([expect.any(String), expect.any(String)])
})

test('a call is signed once the account is found to require it', async () => {
  service.requires = true
  await modules.readApiAs(keys, { path: '/v1/account' })
  await modules.readApiAs(keys, { path: '/v1/account' })
  expect(service.received).toEqual([null, expect.any(String), expect.any(String)])
})

test('a call after the end of a session is signed as no account requires it yet', async () => {
  modules.requireSigning(true)
  modules.forgetAccount()
  await modules.readApiAs(keys, { path: '/v1/account' })
  expect(service.received).toEqual([null])
})
