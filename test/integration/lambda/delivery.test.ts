import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { isAlive, nameFault, startLambda, until } from './support.ts'

const deadlineMs = 200
const processIds: number[] = []
const lambda = startLambda(
  [
    {
      name: 'delivery',
      file: 'delivery.ts',
      exportName: 'handler',
      // More than a test waits for.
      timeoutMs: 60_000,
      environment: { DEADLINE_MS: String(deadlineMs) },
    },
  ],
  {
    streamRate: { burstBytes: 500_000, bytesPerSecond: 20_000_000 },
    spawnProcess(...call) {
      const child = spawn(...call)
      if (child.pid !== undefined) processIds.push(child.pid)
      return child
    },
  },
)
const gateway = createGateway({
  lambda,
  respondToFault: nameFault,
  log: () => {},
  routes: [{ path: '/{proxy+}', functionName: 'delivery' }],
})
let baseUrl = ''

beforeAll(async () => {
  baseUrl = await gateway.listen()
})
afterAll(() => gateway.close())

test('a large response of an exhausted environment, which streams beyond the deadline of its handler, arrives complete', async () => {
  const response = await fetch(`${baseUrl}/large`)
  expect((await response.arrayBuffer()).byteLength).toBe(9_000_000)
  expect(processIds.map(isAlive)).toEqual([true])
})

test('a handler ends at its deadline, although the function may still send, and an exhausted environment ends after its small response', async () => {
  const response = await fetch(`${baseUrl}/never`)
  expect(response.status).toBe(500)
  expect(response.headers.get('x-service-error')).toBe('internal_error')
  await until(() => !processIds.some(isAlive))
})
