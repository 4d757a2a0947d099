import { afterAll, expect, onTestFinished, test } from 'vitest'
import { hashAccessKey } from '../../../lib/core/access/access-key.ts'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
afterAll(() => service[Symbol.asyncDispose]())

const call = (accessKey: string) =>
  fetch(`${service.baseUrl}/v1/devices`, { headers: { 'x-access-key': accessKey } })

const patience = { timeout: 20_000 }

interface Attempt {
  startedMs: number
  endedMs: number
  status: number
}

/** Sends requests one after the other until it is stopped. */
const hammer = (accessKey: string) => {
  const attempts: Attempt[] = []
  const state = { stopped: false }
  const work = async () => {
    while (!state.stopped) {
      const startedMs = performance.now()
      const { status } = await call(accessKey)
      attempts.push({ startedMs, endedMs: performance.now(), status })
    }
  }
  const ended = Promise.all([work(), work()])
  const stop = async () => {
    state.stopped = true
    await ended
  }
  onTestFinished(stop)
  return { attempts, stop }
}

test('the old key works for every request before the rotation returns, and for none after it', async () => {
  const account = await service.createAccount('scale')
  let { accessKey } = account
  for (let round = 0; round < 2; round += 1) {
    const { attempts, stop } = hammer(accessKey)
    await expect.poll(() => attempts.length, patience).toBeGreaterThan(10)
    const askedMs = performance.now()
    const rotated = await service.accounts.rotateAccessKey(account.id)
    const respondedMs = performance.now()
    const isAfter = ({ startedMs }: Attempt) => startedMs > respondedMs
    await expect.poll(() => attempts.filter(isAfter).length, patience).toBeGreaterThan(10)
    await stop()
    const after = attempts.filter(isAfter)
    const before = attempts.filter(({ endedMs }) => endedMs < askedMs)
    expect(after.filter(({ status }) => status !== 401)).toEqual([])
    expect(before.filter(({ status }) => status !== 200)).toEqual([])
    expect(before.length).toBeGreaterThan(0)
    accessKey = rotated?.accessKey ?? ''
    expect((await call(accessKey)).status).toBe(200)
  }
})

test('no key, and no hash of one, is ever in the log', async () => {
  const { id, accessKey, secretKey } = await service.createAccount('scale')
  const rotated = await service.accounts.rotateAccessKey(id)
  const wrongKey = `${id}${'z'.repeat(18)}`
  const render = `${service.baseUrl}/v1/screenshot`
  const json = { 'content-type': 'application/json' }
  for (const key of [accessKey, rotated?.accessKey ?? '', wrongKey]) {
    const query = `access_key=${key}&nonsense=1`
    const responses = await Promise.all([
      fetch(`${render}?${query}`),
      fetch(`${render}?${query}&signature=${createSignature(secretKey, query)}`),
      fetch(`${render}?nonsense=1`, { headers: { 'x-access-key': key } }),
      fetch(`${render}?access_key=${key}&access_key=${'y'.repeat(24)}`),
      fetch(`${service.baseUrl}/v1/${key}?${query}`),
      fetch(render, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ access_key: key, nonsense: 1 }),
      }),
      fetch(render, { method: 'POST', headers: json, body: `{"access_key":"${key}",` }),
    ])
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  }
  await service.accounts.close(id)
  await call(rotated?.accessKey ?? '')
  const log = service.readLog().join('\n')
  expect(log).toContain(id)
  const secrets = [accessKey, rotated?.accessKey ?? '', wrongKey, secretKey]
  for (const secret of [...secrets, ...secrets.map(hashAccessKey)]) expect(log).not.toContain(secret)
})
