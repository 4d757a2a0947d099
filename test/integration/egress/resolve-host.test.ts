import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createResolveHost } from '../../../lib/egress/resolve-host.ts'
import {
  allowing,
  connectThrough,
  fetchThrough,
  testEgress,
  testServer,
} from '../../support/render/egress-client.ts'

const withHosts = async (text: string) => {
  const dir = await mkdtemp(join(tmpdir(), 'hosts-test-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'hosts'), text)
  const { resolve, cancel } = createResolveHost(join(dir, 'hosts'))
  onTestFinished(cancel)
  return resolve
}

test('a name of the hosts file is checked by its address', async () => {
  const server = await testServer()
  const egress = await testEgress({
    policy: allowing(''),
    resolve: await withHosts('127.0.0.1 intern.test'),
  })
  expect(await connectThrough(egress, `intern.test:${server.port}`)).toBe('refused')
  expect(egress.failure('intern.test')).toBe('address_blocked')
  expect(server.connections()).toBe(0)
})

test('a name of the hosts file at an allowed address is reached', async () => {
  const server = await testServer({ '*': (_request, response) => void response.end('hello') })
  const egress = await testEgress({
    policy: allowing(`127.0.0.1:${server.port}`),
    resolve: await withHosts('127.0.0.1 intern.test'),
  })
  expect((await fetchThrough(egress, `http://intern.test:${server.port}/`)).body).toBe('hello')
})

test('a named host is resolved by the system', async () => {
  const resolve = await withHosts('10.9.9.9 localhost')
  const addresses = await resolve('localhost', { named: true })
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses).not.toContain('10.9.9.9')
})
