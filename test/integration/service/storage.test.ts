import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test, vi } from 'vitest'
import { WebhookPayload } from '../../../lib/schema/openapi-webhook.ts'
import { RenderResult } from '../../../lib/schema/render-result.ts'
import { RequestView } from '../../../lib/schema/requests.ts'
import { StorageReport } from '../../../lib/schema/storage.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { inSeconds } from '../../support/now.ts'
import { expectRefusal } from '../../support/service/access.ts'
import { sendOptions } from '../../support/service/sample-requests.ts'
import { joinWebhookService, testReceiver } from '../../support/service/webhook-service.ts'
import { s3rverKey, startS3rver } from '../../support/sites/s3rver.ts'

const desk = await joinWebhookService()
const s3rver = await startS3rver()

let owner: NewAccount
beforeEach(async () => {
  owner = await desk.service.createAccount('growth')
})

const path = '/v1/account/storage'
const secret = s3rverKey.secretAccessKey

const right = {
  endpoint: s3rver.endpoint,
  bucket: s3rver.bucket,
  access_key_id: s3rverKey.accessKeyId,
  secret_access_key: secret,
}

const change = (method: 'PUT' | 'DELETE', options: Record<string, unknown>, key_generation = 0) => {
  const dated = method === 'PUT' ? { expires: inSeconds(60) } : {}
  const request = { method, options: { ...dated, key_generation, ...options } }
  return sendOptions(
    desk.service.baseUrl + path,
    request,
    { 'x-access-key': owner.accessKey },
    owner.secretKey,
  )
}

const read = async () => StorageReport.parse(await (await desk.call(path, owner.accessKey)).json())

const requestOf = async (id: string) =>
  RequestView.parse(await (await desk.call(`/v1/requests/${id}`, owner.accessKey)).json())

const uploaded = (id: string) =>
  vi.waitFor(
    async () => {
      const view = await requestOf(id)
      expect(view.upload?.status).toBe('delivered')
      return view
    },
    { timeout: 20_000, interval: 200 },
  )

test('without a storage, the report has what the trust policy of a role needs', async () => {
  const report = await read()
  expect(report).toEqual({
    storage: null,
    external_id: expect.stringMatching(/^stillframe-local-[0-9A-Za-z]{32}$/),
    principal: null,
  })
  expect(await read()).toEqual(report)
  expect(await desk.service.accounts.find(owner.id)).not.toHaveProperty('keyGeneration')
})

test('a role that was stored before external ids were drawn keeps its id, until it is deleted', async () => {
  const { accounts } = desk.service
  const roleArn = 'arn:aws:iam::123456789012:role/results'
  const role = {
    ...{ region: 'us-east-1', bucket: 'b', prefix: '', keyTemplate: '{id}', tested: 0 },
    roleArn,
  }
  await accounts.changeStorage(owner.id, role, 0)
  expect((await read()).external_id).toBe(`stillframe-local-${owner.id}`)
  expect(await accounts.find(owner.id)).not.toHaveProperty('externalId')
  await accounts.changeStorage(owner.id, undefined, 1)
  expect((await read()).external_id).toMatch(/^stillframe-local-[0-9A-Za-z]{32}$/)
})

test('a storage that accepts a test object gets every stored result, and the response, record and webhook name it', async () => {
  const options = { ...right, prefix: `${owner.id}/`, key_template: '{operation}/{task}/{date}/{id}.{ext}' }
  const response = await change('PUT', options)
  const body = await response.text()
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(body).not.toContain(secret)
  expect(StorageReport.parse(JSON.parse(body))).toEqual(await read())
  // The test object is deleted.
  expect((await s3rver.list()).filter(({ key }) => key?.startsWith(owner.id))).toEqual([])

  const receiver = await testReceiver()
  const { id, body: json } = await desk.scrape(
    { response_type: 'json', webhook_url: receiver.url },
    owner.accessKey,
  )
  const { upload, bytes, created, file } = RenderResult.parse(JSON.parse(json))
  const day = new Date(created * 1000).toISOString().slice(0, 10)
  const key = `${owner.id}/scrape/${day}/${id}.html`
  const object = { url: `${s3rver.endpoint}/${s3rver.bucket}/${key}`, bucket: s3rver.bucket, key }
  expect(upload).toEqual(object)
  const view = await uploaded(id)
  expect(view.upload).toMatchObject({ ...object, attempts: [{ status: 200, error: null }] })
  await receiver.received(1)
  const payload = WebhookPayload.parse(JSON.parse(String(receiver.deliveries[0]?.body)))
  expect(payload.upload).toEqual({ ...object, status: 'delivered' })
  const own = Buffer.from(await (await fetch(file)).arrayBuffer())
  expect(await s3rver.read(key)).toEqual({ body: own, contentType: 'text/html; charset=utf-8' })
  expect(await s3rver.list()).toContainEqual({ key, bytes })
})

const storageEnv = {
  ...{ STORAGE_ENDPOINT: s3rver.endpoint, STORAGE_BUCKET: s3rver.bucket },
  ...{ STORAGE_KEY_ID: s3rverKey.accessKeyId, STORAGE_SECRET: secret },
}

const rootDir = join(import.meta.dirname, '../../..')

/** Runs a program of the guides, and returns what it prints. */
const runExample = async (name: string, env: NodeJS.ProcessEnv, ...parameters: string[]) => {
  const command = [join(rootDir, 'docs', 'examples', name), ...parameters]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...storageEnv, ...env } })
  return stdout.trim()
}

test('the program of the guide presigns a URL that permits to put any file', async () => {
  const key = `${owner.id}/übung 1.html`
  const url = await runExample('presign.mjs', { STORAGE_REGION: 'us-east-1' }, key)
  expect(url).toContain('X-Amz-Expires=28800')
  // The checksum of another body.
  expect(url).not.toMatch(/checksum/i)
  const query = { url: desk.site.url, js_enabled: 'false', async: 'true', upload_url: url }
  const accepted = await desk.call(`/v1/scrape?${new URLSearchParams(query)}`, owner.accessKey)
  await uploaded(accepted.headers.get('x-service-request-id') ?? '')
  expect((await s3rver.read(encodeURI(key))).contentType).toBe('text/html; charset=utf-8')
})

test('the program of the guide sets the storage', async () => {
  const { accessKey: ACCESS_KEY, secretKey: SECRET_KEY } = owner
  const env = { SERVICE_URL: desk.service.baseUrl, ACCESS_KEY, SECRET_KEY }
  expect(await runExample('set-storage.mjs', env)).toMatch(/^200 /)
  expect((await read()).storage).toMatchObject({ prefix: 'stillframe/', bucket: s3rver.bucket })
})

test('a request in the background is uploaded, and one that opts out is not', async () => {
  expect((await change('PUT', { ...right, key_template: 'later/{id}.{ext}' })).status).toBe(200)
  const accept = async (options: Record<string, string>) => {
    const query = { url: desk.site.url, js_enabled: 'false', async: 'true', ...options }
    const accepted = await desk.call(`/v1/scrape?${new URLSearchParams(query)}`, owner.accessKey)
    return accepted.headers.get('x-service-request-id') ?? ''
  }
  const out = await accept({ storage: 'false' })
  const receiver = await testReceiver()
  const elsewhere = await accept({ upload_url: `${receiver.url}/mine?X-Amz-Signature=5d5d` })
  const id = await accept({})
  expect((await uploaded(id)).upload).toMatchObject({ key: `later/${id}.html`, bucket: s3rver.bucket })
  expect((await uploaded(elsewhere)).upload).toMatchObject({ url: `${receiver.url}/mine`, bucket: null })
  await vi.waitFor(async () => expect((await requestOf(out)).status).toBe('done'), { timeout: 20_000 })
  expect((await requestOf(out)).upload).toBeNull()
  const keys = (await s3rver.list()).map(({ key }) => key)
  expect(keys).toContain(`later/${id}.html`)
  expect(keys).not.toContain(`later/${out}.html`)
  expect(keys).not.toContain(`later/${elsewhere}.html`)
})

test.each([
  ['a wrong secret', { secret_access_key: 'not-the-secret' }, 'returned 403 (SignatureDoesNotMatch).'],
  ['an unknown key', { access_key_id: 'UNKNOWN' }, 'returned 403 (InvalidAccessKeyId).'],
  ['a bucket that does not exist', { bucket: 'none' }, 'returned 404 (NoSuchBucket).'],
  ['a closed port', { endpoint: 'http://127.0.0.1:65000' }, 'The connection was refused.'],
  [
    'a role, outside of AWS',
    {
      ...{ endpoint: undefined, access_key_id: undefined, secret_access_key: undefined },
      ...{ region: 'eu-central-1', role_arn: 'arn:aws:iam::123456789012:role/results' },
    },
    'This service does not run on AWS and cannot assume a role.',
  ],
])('%s is refused with the reason, and changes nothing', async (_what, wrong, reason) => {
  const response = await change('PUT', { ...right, ...wrong })
  await expectRefusal(response.clone(), 400, 'storage_refused')
  expect(((await response.json()) as { message: string }).message).toContain(reason)
  expect((await read()).storage).toBeNull()
})

test.each([
  ['a private address', { endpoint: 'https://10.0.0.1' }, '`endpoint` is not allowed.'],
  ['no TLS', { endpoint: 'http://storage.example.com' }, '`endpoint` must begin with https://.'],
  ['a template without id', { key_template: '{date}.{ext}' }, 'must contain `{id}`'],
  ['an unknown placeholder', { key_template: '{id}-{url}' }, 'must not contain `{url}`'],
  ['a path that leaves the prefix', { key_template: '../{id}' }, 'path segment `.` or `..`'],
  ['two kinds of access', { role_arn: 'arn:aws:iam::123456789012:role/a' }, 'and not both'],
])('%s is an invalid parameter', async (_what, wrong, reason) => {
  const response = await change('PUT', { ...right, ...wrong })
  expect(response.status).toBe(400)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ code: 'invalid_parameter' })
  expect(JSON.parse(text).message).toContain(reason)
  expect(text).not.toContain(secret)
})

test('only an unchanged account, a signature and a key of the scope `full` change or read it', async () => {
  expect((await change('PUT', right)).status).toBe(200)
  await expectRefusal(await change('PUT', right), 409, 'key_generation_changed')
  await expectRefusal(await change('DELETE', {}), 409, 'key_generation_changed')
  const unsigned = await desk.call(`${path}?key_generation=1`, owner.accessKey, { method: 'DELETE' })
  await expectRefusal(unsigned, 401, 'missing_signature')
  for (const scope of ['render', 'read'] as const) {
    const { accessKey = '' } = (await desk.service.accounts.addKey(owner.id, { name: scope, scope })) ?? {}
    await expectRefusal(await desk.call(path, accessKey), 403, 'key_scope')
  }
})

test('it is stored encrypted, with a key file for the owner alone, and removed completely', async () => {
  expect((await change('PUT', right)).status).toBe(200)
  const stored = await desk.service.accounts.find(owner.id)
  expect(stored?.storage).toMatchObject({ bucket: s3rver.bucket, sealedKey: expect.any(String) })
  expect(JSON.stringify(stored)).not.toContain(secret)
  const keyFile = join(desk.service.dataDir, 'storage.key')
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect(await readFile(keyFile)).toHaveLength(32)
  expect((await change('DELETE', {}, 1)).status).toBe(204)
  expect(await desk.service.accounts.find(owner.id)).not.toHaveProperty('storage')
  const { id } = await desk.scrape({ response_type: 'json' }, owner.accessKey)
  expect((await requestOf(id)).upload).toBeNull()
})
