import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { isSignatureOf } from '../../../lib/core/access/signature.ts'
import { type SignatureVersion, toSignedContent } from '../../../lib/core/access/signed-content.ts'

interface Modules {
  applySigning(settings: { required: boolean; version: SignatureVersion }): void
  checkKeys(keys: { accessKey: string; secretKey?: string }): Promise<void>
  forgetAccount(): void
  readApiAs(keys: { accessKey: string; secretKey?: string }, call: { path: string }): Promise<unknown>
}

const keys = { accessKey: 'ABC123'.repeat(4), secretKey: 'right'.repeat(8) }

const service = { version: 1 as SignatureVersion, received: [] as (string | null)[] }

/** Checks the signature of an unsigned query string as the API does. */
const respond = async (url: string): Promise<Response> => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const signature = searchParams.get('signature')
  service.received.push(signature)
  const content = toSignedContent(service.version, { method: 'GET', path: pathname, content: '' })
  if (signature === null || isSignatureOf(signature, keys.secretKey, content)) return Response.json({})
  return Response.json({}, { status: 401, headers: { 'x-service-error': 'invalid_signature' } })
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
  service.received = []
})

test.each<SignatureVersion[][]>([[[1, 2]], [[2, 1]]])(
  'a correct secret key is accepted whichever signature versions the accounts have: %j',
  async (versions) => {
    for (const version of versions) {
      service.version = version
      await expect(modules.checkKeys(keys)).resolves.toBeUndefined()
    }
  },
)

test.each<SignatureVersion[]>([[1], [2]])(
  'a wrong secret key is refused after both signature versions, from version %i on',
  async (version) => {
    modules.applySigning({ required: false, version })
    await expect(modules.checkKeys({ ...keys, secretKey: 'wrong'.repeat(8) })).rejects.toMatchObject({
      field: 'secretKey',
    })
    expect(new Set(service.received).size).toBe(2)
    expect(service.received).toHaveLength(2)
  },
)

test('a call after the end of a session is signed as no account requires it yet', async () => {
  modules.applySigning({ required: true, version: 2 })
  modules.forgetAccount()
  await modules.readApiAs(keys, { path: '/v1/account' })
  expect(service.received).toEqual([null])
})
