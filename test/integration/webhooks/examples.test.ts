import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir, readFile, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { servicePorts } from '../../../lib/core/network/service-ports.ts'
import { createWebhookMessage, type WebhookMessage } from '../../../lib/core/requests/webhook-message.ts'
import { createCallReceiver } from '../../../lib/egress/call-receiver.ts'
import type { WebhookErrorPayload, WebhookPayload } from '../../../lib/schema/openapi-webhook.ts'
import { nowSeconds } from '../../support/now.ts'
import { debianPython, goEnvironment, type ProgramName, requirePrograms } from '../../support/programs.ts'
import { allowing } from '../../support/render/egress-client.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')

interface Program {
  needs: ProgramName[]
  /** Compiles the file, in its folder. */
  compile?: readonly string[]
  start: (file: string, port: number) => readonly [command: string, ...parameters: string[]]
  /** How it compares signatures in constant time. */
  compares: string
}

const node = { needs: [], start: (file: string) => [process.execPath, file] as const }

const programs: Record<string, Program> = {
  'receiver.mjs': { ...node, compares: 'timingSafeEqual' },
  'receiver.py': { needs: ['python3'], start: (file) => [debianPython, file], compares: 'compare_digest' },
  'receiver.php': {
    needs: ['php'],
    start: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
    compares: 'hash_equals',
  },
  'receiver.go': {
    needs: ['go'],
    compile: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    start: (file) => [file.replace('.go', '')],
    compares: 'hmac.Equal',
  },
  'standard-webhooks.mjs': { ...node, compares: '.verify(' },
}

const examplesDir = join(root, 'docs', 'examples')

test('the guide shows an example for each language, and each compares in constant time', async () => {
  const guide = await readFile(join(root, 'docs', 'guides', 'webhooks.md'), 'utf8')
  const receivers = (await readdir(examplesDir)).filter(
    (name) => !['set-storage.mjs', 'presign.mjs'].includes(name),
  )
  expect(receivers.sort()).toEqual(Object.keys(programs).sort())
  for (const [name, { compares }] of Object.entries(programs)) {
    const code = await readFile(join(examplesDir, name), 'utf8')
    expect(code).toContain(compares)
    expect(guide).toContain(code)
  }
})

const secretKey = 'Zk3v9QhT1mR8sYc5wB2nF7xL4pG6dJ0aKeUiOtVy'

const created = 1_893_456_000
const failed = { id: 'the-failed-request', error: { code: 'host_not_found', message: 'x' }, created }

const messageFor = (file: string, key?: string) =>
  messageOf({ id: 'the-request', file, expires: 1_893_628_800, created }, key)

const messageOf = (payload: WebhookPayload | WebhookErrorPayload, key: string | undefined = secretKey) =>
  createWebhookMessage({
    payload,
    attempt: 1,
    timestamp: nowSeconds(),
    secretKey: key,
    externalId: undefined,
  })

/** Returns a port that is none of the service, and none that the system gives to others before the example listens. */
const freePort = async () => {
  for (let port = servicePorts.last + 1 + (process.pid % 5_000); ; port++) {
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}

const isListening = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })

/** Runs an example as its reader does, next to the packages of the project. */
const startExample = async (name: string) => {
  const { compile, start } = programs[name] as Program
  const directory = temporaryFolder()
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  const file = join(directory, name)
  await copyFile(join(examplesDir, name), file)
  const port = await freePort()
  const env = { PATH: process.env['PATH'], SECRET_KEY: secretKey, PORT: String(port) }
  const [compiler, ...options] = compile ?? []
  if (compiler)
    await promisify(execFile)(compiler, options, { cwd: directory, env: { ...env, ...goEnvironment } })
  const [command, ...parameters] = start(file, port)
  const child = spawn(command, parameters, { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code} before it listened: ${output}`)
  })
  ended.catch(() => {})
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  await Promise.race([ended, vi.waitFor(() => isListening(port), { timeout: 120_000, interval: 50 })])
  const post = createCallReceiver({ policy: allowing('127.0.0.1') })
  return {
    output: () => output,
    deliver: async (message: WebhookMessage) => (await post(`http://127.0.0.1:${port}/`, message)).status,
  }
}

describe.each(Object.entries(programs))('the example %s', (example, { needs }) => {
  test('accepts what the service signed, and nothing else', async (context) => {
    requirePrograms(context, ...needs)
    const { deliver, output } = await startExample(example)
    const taken = messageFor('https://cache.test/taken-ü.jpg')
    expect(await deliver(taken)).toBe(204)
    const altered = Buffer.from(taken.body)
    altered[altered.indexOf('taken')] = 'f'.charCodeAt(0)
    const shortened = { ...taken.headers, 'X-Service-WebHook-Signature': 'ab', 'webhook-signature': 'v1,ab' }
    expect(await deliver({ ...taken, body: altered })).toBe(401)
    expect(await deliver({ ...taken, headers: shortened })).toBe(401)
    expect(await deliver(messageFor('https://cache.test/forged.jpg', 'another key'))).toBe(401)
    const { ['X-Service-WebHook-Signature']: _, ['webhook-signature']: __, ...unsigned } = taken.headers
    expect(await deliver({ ...taken, headers: unsigned })).toBe(401)
    expect(await deliver(messageOf(failed))).toBe(204)
    await expect.poll(output).toContain('the-failed-request host_not_found')
    await expect.poll(output).toContain('the-request https://cache.test/taken-ü.jpg')
    expect(output()).not.toMatch(/faken|forged/)
  })
})
