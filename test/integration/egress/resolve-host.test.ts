import { writeFile } from 'node:fs/promises'
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
import { startNameServer } from '../../support/sites/name-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const withHosts = async (text: string) => {
  const dir = temporaryFolder()
  await writeFile(join(dir, 'hosts'), text)
  const { resolve, cancel } = createResolveHost({ hostsFile: join(dir, 'hosts') })
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

const v6 = '2001:db8:0:0:0:0:0:1'

test('a family that the name server does not answer delays nothing', async () => {
  const server = await startNameServer({
    'only-a.test': { A: { address: '192.0.2.1' } },
    'only-aaaa.test': { AAAA: { address: v6 } },
    'both.test': { A: { address: '192.0.2.2' }, AAAA: { address: v6, afterMs: 10 } },
    'refused.test': { A: { address: '192.0.2.3' }, AAAA: { code: 2 } },
    'later.test': { A: { address: '192.0.2.4', afterMs: 150 }, AAAA: {} },
    'none.test': { A: { code: 3 }, AAAA: { code: 3 } },
  })
  const { resolve, cancel } = createResolveHost({ hostsFile: '/dev/null', nameServers: [server.address] })
  onTestFinished(cancel)
  const addressesOf = (host: string) => resolve(host, { named: false })
  expect(await addressesOf('only-a.test')).toEqual(['192.0.2.1'])
  expect(await addressesOf('only-aaaa.test')).toEqual(['2001:db8::1'])
  expect(await addressesOf('refused.test')).toEqual(['192.0.2.3'])
  expect(await addressesOf('later.test')).toEqual(['192.0.2.4'])
  expect(await addressesOf('none.test')).toEqual([])
  // Each question was sent once: nothing waited until it is repeated.
  expect(server.questions()).toBe(10)
  // A busy machine reads the second answer too late.
  await expect.poll(() => addressesOf('both.test'), { interval: 3_000 }).toEqual(['192.0.2.2', '2001:db8::1'])
})

/** An answer that arrives after the question was repeated counts. */
const expectLateAnswer = async () => {
  const late = { address: '192.0.2.5', afterMs: 2300 }
  const server = await startNameServer({ 'slow.test': { A: late, AAAA: {} } })
  const { resolve, cancel } = createResolveHost({ hostsFile: '/dev/null', nameServers: [server.address] })
  onTestFinished(cancel)
  expect(await resolve('slow.test', { named: false })).toEqual(['192.0.2.5'])
  expect(server.questions()).toBe(3)
}

/** After fast answers, a lost question is repeated and a slow answer is awaited. */
const expectPatience = async () => {
  const fast = { A: { address: '192.0.2.6' }, AAAA: { address: v6 } }
  const names = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`fast-${index}.test`, fast]))
  const server = await startNameServer({
    ...names,
    'lost.test': { A: { address: '192.0.2.7', isLostOnce: true }, AAAA: { code: 3 } },
    'slow.test': { A: { address: '192.0.2.8', afterMs: 3_000 }, AAAA: { code: 3 } },
  })
  const { resolve, cancel } = createResolveHost({ hostsFile: '/dev/null', nameServers: [server.address] })
  onTestFinished(cancel)
  for (const host of Object.keys(names)) await resolve(host, { named: false })
  const addresses = await Promise.all(
    ['lost.test', 'slow.test'].map((host) => resolve(host, { named: false })),
  )
  expect(addresses).toEqual([['192.0.2.7'], ['192.0.2.8']])
}

/** A name server that is down costs one question. */
const expectOneQuestion = async () => {
  const down = await startNameServer({})
  const up = await startNameServer({
    'one.test': { A: { address: '192.0.2.9' }, AAAA: { code: 3 } },
    'two.test': { A: { address: '192.0.2.10' }, AAAA: { code: 3 } },
  })
  const { resolve, cancel } = createResolveHost({
    hostsFile: '/dev/null',
    nameServers: [down.address, up.address],
  })
  onTestFinished(cancel)
  expect(await resolve('one.test', { named: false })).toEqual(['192.0.2.9'])
  const asked = down.questions()
  expect(await resolve('two.test', { named: false })).toEqual(['192.0.2.10'])
  expect(down.questions()).toBe(asked)
}

// Each waits for seconds, which they do together.
test('late answers count, lost questions are repeated, and a name server that is down costs one question', async () => {
  await Promise.all([expectLateAnswer(), expectPatience(), expectOneQuestion()])
})
