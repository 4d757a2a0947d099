import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProcess } from '../../support/service/start-process.ts'

const startService = async (settings: Record<string, string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-metrics-'))
  const started = await startProcess({ PORT: '0', DATA_DIR: dataDir, ...settings })
  onTestFinished(async () => {
    started.child.kill('SIGKILL')
    await started.ended
    await rm(dataDir, { recursive: true, force: true })
  })
  const { baseUrl } = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))
  const lines = () =>
    started
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const callWithoutKey = async () => (await fetch(`${baseUrl}/v1/devices`)).status
  const requestLine = () =>
    vi.waitFor(() => expect(lines().map(({ message }) => message)).toContain('request'), { timeout: 20_000 })
  return { lines, callWithoutKey, requestLine }
}

test('METRICS prints what CloudWatch would count', async () => {
  const { lines, callWithoutKey } = await startService({ METRICS: 'on' })
  expect(await callWithoutKey()).toBe(401)
  const expected = [
    { Requests: 1, operation: 'devices', outcome: 'refused', stage: 'local' },
    { Refusals: 1, reason: 'missing_access_key', stage: 'local' },
    { ColdStarts: 1, handler: 'devices', kind: 'environment', stage: 'local' },
  ]
  await vi.waitFor(
    () => {
      const metrics = lines().filter((line) => '_aws' in line)
      expect(metrics.map(({ _aws, ...values }) => values)).toEqual(expected)
    },
    { timeout: 20_000 },
  )
})

test('without METRICS the terminal shows only the log', async () => {
  const { lines, callWithoutKey, requestLine } = await startService({})
  expect(await callWithoutKey()).toBe(401)
  await requestLine()
  // Metrics would stand directly behind the line of their request; the second request's line comes after those of the first.
  expect(await callWithoutKey()).toBe(401)
  await vi.waitFor(() => expect(lines().filter(({ message }) => message === 'request')).toHaveLength(2), {
    timeout: 20_000,
  })
  expect(lines().filter((line) => '_aws' in line)).toEqual([])
})
