import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { runScript, type Started, startProcess } from '../../support/service/start-process.ts'
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

const start = async (settings: Record<string, string> = {}) => {
  const started = await startProcess({ PORT: '0', DATA_DIR: dataDir, ...settings })
  running.push(started)
  return started
}

const readService = async () => JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))

const callDevices = (service: { baseUrl: string }, accessKey: string) =>
  fetch(`${service.baseUrl}/v1/devices`, { headers: { 'x-access-key': accessKey } })

/** Process ids whose environment names this test's data folder: the service and everything it started. */
const processesOf = (port: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const text = readFileSync(`/proc/${id}/environ`, 'utf8')
        return text.includes(dataDir) || text.includes(`PUBLIC_URL=http://127.0.0.1:${port}`)
      } catch {
        return false
      }
    })

test('a start prints and writes what a caller needs', async () => {
  const { output } = await start()
  const service = await readService()
  expect(Object.keys(service)).toEqual(['baseUrl', 'accounts'])
  expect(Object.keys(service.accounts[0])).toEqual(['id', 'plan', 'accessKey', 'secretKey'])
  expect(service.accounts[0].plan).toBe('scale')
  expect(service.accounts[0].accessKey).toMatch(/^[0-9A-Za-z]{24}$/)
  expect(service.accounts[0].secretKey).toMatch(/^[0-9A-Za-z]{40}$/)
  for (const text of [service.baseUrl, service.accounts[0].accessKey, service.accounts[0].secretKey, 'curl'])
    expect(output()).toContain(text)
  expect((await stat(join(dataDir, 'service.json'))).mode & 0o077).toBe(0)
  expect((await callDevices(service, service.accounts[0].accessKey)).status).toBe(200)
})

test('accounts survive a kill -9, and the demo account stays the same', async () => {
  const first = await start()
  const before = await readService()
  const made = runScript('local/accounts.ts', { DATA_DIR: dataDir }, 'create', '--plan', 'free', '--json')
  expect(await made.ended).toBe(0)
  const account = JSON.parse(made.output())
  expect(Object.keys(account)).toEqual(['id', 'plan', 'accessKey', 'secretKey'])
  first.child.kill('SIGKILL')
  await first.ended
  await start()
  const after = await readService()
  expect(after.accounts).toEqual(before.accounts)
  expect((await callDevices(after, account.accessKey)).status).toBe(200)
  const listed = runScript('local/accounts.ts', { DATA_DIR: dataDir }, 'list', '--json')
  await listed.ended
  expect(
    JSON.parse(listed.output())
      .accounts.map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual([account.id, before.accounts[0].id].sort())
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops every process', async (signal) => {
  const { child, ended } = await start()
  const service = await readService()
  await callDevices(service, service.accounts[0].accessKey)
  const { port } = new URL(service.baseUrl)
  expect(processesOf(port).length).toBeGreaterThan(1)
  const startedMs = performance.now()
  child.kill(signal)
  expect(await ended).toBe(0)
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  expect(processesOf(port)).toEqual([])
})

test.each([
  [
    'lets a request in progress end and rejects new ones',
    ['SIGTERM'],
    0,
    [200, expect.stringContaining('slow page')],
  ],
  ['sent twice stops immediately', ['SIGTERM', 'SIGTERM'], 1, expect.stringContaining('fetch failed')],
] as const)('a signal %s', async (_label, signals, exitCode, outcome) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const site = await startFixtureServer({
    '/slow': async (_request, response) => {
      await released
      response.end('slow page')
    },
  })
  onTestFinished(() => site.close())
  const { child, ended } = await start({ EGRESS_ALLOW: '127.0.0.1' })
  const { baseUrl, accounts } = await readService()
  const query = new URLSearchParams({ url: `${site.url}/slow`, js_enabled: 'false' })
  const rendering = fetch(`${baseUrl}/v1/scrape?${query}`, {
    headers: { 'x-access-key': accounts[0].accessKey },
  }).then(async (response) => [response.status, await response.text()] as const, String)
  await expect.poll(() => site.requests.length, { timeout: 15_000 }).toBeGreaterThan(0)
  for (const signal of signals) {
    child.kill(signal)
    await expect
      .poll(() =>
        fetch(baseUrl).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')
  }
  release()
  expect(await ended).toBe(exitCode)
  expect(await rendering).toEqual(outcome)
})

test('a second service in the same folder says so and does not affect the first', async () => {
  await start()
  const second = runScript('local/start.ts', { PORT: '0', DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/^DATA_DIR: another service runs in this folder/)
  const service = await readService()
  expect((await callDevices(service, service.accounts[0].accessKey)).status).toBe(200)
})

test.each([
  ['PORT', { PORT: 'eighty' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'chatty' }],
  ['EGRESS_ALLOW', { EGRESS_ALLOW: '300.0.0.1/99' }],
  ['DATA_DIR', { DATA_DIR: '/proc/stillframe' }],
])('a wrong %s stops the start with one sentence that names it', async (name, settings) => {
  const { ended, output } = runScript('local/start.ts', { DATA_DIR: dataDir, ...settings })
  expect(await ended).toBe(1)
  expect(output()).toMatch(new RegExp(`^${name}[^\n]*\n$`))
  expect(existsSync(join(dataDir, 'aws'))).toBe(false)
})

test('the accounts command prints its usage, and says that a service must run', async () => {
  const idle = runScript('local/accounts.ts', { DATA_DIR: dataDir }, 'list')
  expect(await idle.ended).toBe(1)
  expect(idle.output()).toContain('npm start')
  await start()
  for (const parameters of [['create'], ['create', '--plan', 'huge'], ['destroy']]) {
    const wrong = runScript('local/accounts.ts', { DATA_DIR: dataDir }, ...parameters)
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toContain('--plan')
  }
})
