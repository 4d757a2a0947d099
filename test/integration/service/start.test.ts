import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { descendantsOf } from '../../../local/lambda/process-tree.ts'
import { runScript, type Started, startFile, startProcess } from '../../support/service/start-process.ts'
import { startFixtureServer } from '../../support/sites/fixture-server.ts'

let dataDir: string
let running: Started[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stillframe-start-'))
  running = []
})

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (settings: Record<string, string> = {}, ...parameters: string[]) => {
  const started = await startProcess({ PORT: '0', DATA_DIR: dataDir, ...settings }, ...parameters)
  running.push(started)
  return started
}

const readService = async () => JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))

const callDevices = (service: { baseUrl: string }, accessKey: string) =>
  fetch(`${service.baseUrl}/v1/devices`, { headers: { 'x-access-key': accessKey } })

/** The JSON lines that a service has printed. */
const linesOf = ({ output }: Started) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const isOpen = (baseUrl: string) =>
  fetch(baseUrl, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )

test('a start prints and writes what a caller needs, one per folder, and SIGINT stops every process', async () => {
  await mkdir(join(dataDir, 'aws'), { mode: 0o755 })
  await chmod(dataDir, 0o755)
  const started = await start()
  const service = await readService()
  expect(Object.keys(service)).toEqual(['baseUrl', 'accounts'])
  const [{ accessKey, secretKey, ...account }] = service.accounts
  expect(account).toEqual({ id: expect.any(String), plan: 'scale' })
  expect(accessKey).toMatch(/^[0-9A-Za-z]{24}$/)
  expect(secretKey).toMatch(/^[0-9A-Za-z]{40}$/)
  for (const text of [service.baseUrl, accessKey, secretKey, 'curl']) expect(started.output()).toContain(text)
  for (const file of ['', ...(await readdir(dataDir, { recursive: true }))])
    expect((statSync(join(dataDir, file), { throwIfNoEntry: false })?.mode ?? 0) & 0o077, file).toBe(0)

  const second = runScript(startFile, { PORT: '0', DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/^DATA_DIR: another service runs in this folder/)

  // Metrics would be printed directly after the line of their request; the line of the second request comes after those of the first.
  for (const _ of [1, 2]) expect((await callDevices(service, accessKey)).status).toBe(200)
  const requestLines = () => linesOf(started).filter(({ message }) => message === 'request')
  await vi.waitFor(() => expect(requestLines()).toHaveLength(2), { timeout: 20_000 })
  expect(linesOf(started).filter((line) => '_aws' in line)).toEqual([])

  const query = new URLSearchParams({ url: 'http://localhost:1025/', js_enabled: 'false' })
  const refused = await fetch(`${service.baseUrl}/v1/scrape?${query}`, {
    headers: { 'x-access-key': accessKey },
  })
  expect(refused.headers.get('x-service-error')).toBe('address_blocked')
  expect(await refused.text()).toContain('`npm start -- --allow-localhost`')

  const processes = descendantsOf(started.child.pid as number)
  expect(processes.length).toBeGreaterThan(1)
  // Loading the library hides a process from others of its user, except from root. Its file was removed afterwards.
  expect(processes.flatMap(mapsOf).filter((text) => !text.includes('chromium-shim.so'))).toEqual([])
  started.child.kill('SIGINT')
  expect(await started.ended).toBe(0)
  await allEnded(processes)
})

/** The embedded cloud as it is now. */
const readCloud = async () => {
  const { endpointUrl, accessKeyId } = JSON.parse(await readFile(join(dataDir, 'cloud.json'), 'utf8'))
  const statusWith = async (credential: string) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}/20260101/us-east-1/kms/aws4_request`
    return (await fetch(endpointUrl, { method: 'POST', headers: { authorization } })).status
  }
  return { accessKeyId, statusWith }
}

test('accounts survive a kill -9, the demo account stays the same, and the embedded cloud refuses its earlier access key', async () => {
  const first = await start()
  const before = await readService()
  const earlier = await readCloud()
  expect(earlier.accessKeyId).toMatch(/^[0-9a-f]{32}$/)
  expect(await earlier.statusWith(earlier.accessKeyId)).toBe(501)
  const made = runScript('local/accounts.ts', { DATA_DIR: dataDir }, 'create', '--plan', 'free', '--json')
  expect(await made.ended).toBe(0)
  const account = JSON.parse(made.output())
  expect(Object.keys(account)).toEqual(['id', 'plan', 'accessKey', 'secretKey'])
  first.child.kill('SIGKILL')
  await first.ended
  await start()
  const after = await readService()
  expect(after.accounts).toEqual(before.accounts)
  for (const { accessKey } of [account, ...after.accounts])
    expect((await callDevices(after, accessKey)).status).toBe(200)
  const cloud = await readCloud()
  for (const known of ['local', 'test', earlier.accessKeyId]) expect(await cloud.statusWith(known)).toBe(403)
  expect(await cloud.statusWith(cloud.accessKeyId)).toBe(501)
})

/** Empty for a process that has just ended, such as a helper of the browser. */
const mapsOf = (id: number): string[] => {
  try {
    // Empty if the process has ended since.
    return [readFileSync(`/proc/${id}/maps`, 'utf8')].filter((text) => text !== '')
  } catch {
    return []
  }
}

/** The kernel removes the processes of the browser a moment after their parent. */
const allEnded = (processes: readonly number[]) =>
  expect.poll(() => processes.filter((id) => existsSync(`/proc/${id}`)), { timeout: 5_000 }).toEqual([])

/** A service with a request in progress that waits for `release`. */
const startRendering = async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const site = await startFixtureServer({
    '/slow': async (_request, response) => {
      await released
      response.end('slow page')
    },
  })
  onTestFinished(() => site.close())
  const started = await start({ METRICS: 'on' }, '--allow-localhost')
  const { baseUrl, accounts } = await readService()
  expect((await fetch(`${baseUrl}/v1/devices`)).status).toBe(401)
  const url = `${site.url.replace('127.0.0.1', 'localhost')}/slow`
  const query = new URLSearchParams({ url, js_enabled: 'false' })
  const rendering = fetch(`${baseUrl}/v1/scrape?${query}`, {
    headers: { 'x-access-key': accounts[0].accessKey },
  }).then(async (response) => [response.status, await response.text()] as const, String)
  await expect.poll(() => site.requests.length, { timeout: 15_000 }).toBeGreaterThan(0)
  const terminate = async () => {
    started.child.kill('SIGTERM')
    await expect.poll(() => isOpen(baseUrl)).toBe(false)
  }
  return { ...started, baseUrl, rendering, release, terminate }
}

test('SIGTERM lets a request in progress end, rejects new ones, and stops every process', async () => {
  const service = await startRendering()
  const processes = descendantsOf(service.child.pid as number)
  await service.terminate()
  service.release()
  expect(await service.ended).toBe(0)
  expect(await service.rendering).toEqual([200, expect.stringContaining('slow page')])
  await allEnded(processes)
})

test('SIGTERM sent twice stops immediately; METRICS prints what CloudWatch would count', async () => {
  const service = await startRendering()
  // Root has none of the protections.
  const isCounted = (values: object) => !('MissingProtections' in values)
  const metrics = () =>
    linesOf(service).flatMap(({ _aws, ...values }) => (_aws && isCounted(values) ? [values] : []))
  const expected = [
    { Requests: 1, operation: 'devices', outcome: 'refused', stage: 'local' },
    { Refusals: 1, reason: 'missing_access_key', stage: 'local' },
    { ColdStarts: 1, handler: 'devices', kind: 'environment', stage: 'local' },
  ]
  await vi.waitFor(() => expect(metrics()).toEqual(expected), { timeout: 20_000 })
  await service.terminate()
  await service.terminate()
  const status = await service.ended
  service.release()
  expect(status).toBe(1)
  expect(await service.rendering).toContain('fetch failed')
})

test('an unknown option stops the start with one sentence that names it and the known one', async () => {
  const { ended, output } = runScript(startFile, { DATA_DIR: dataDir }, '--allow-localhots')
  expect(await ended).toBe(1)
  expect(output()).toBe('npm start has no option --allow-localhots. Its only option is --allow-localhost.\n')
})

test.each([
  ['PORT', { PORT: 'eighty' }],
  ['DATA_DIR', { DATA_DIR: '/proc/stillframe' }],
  // Chromium is unpacked to it.
  ['TMPDIR', { TMPDIR: '/proc/stillframe' }],
])('a wrong %s stops the start with one sentence that names it', async (name, settings) => {
  const { ended, output } = runScript(startFile, { DATA_DIR: dataDir, ...settings })
  expect(await ended).toBe(1)
  expect(output()).toMatch(new RegExp(`^${name}[^\n]*\n$`))
  expect(existsSync(join(dataDir, 'aws'))).toBe(false)
})
