import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { startAws } from '../../../local/aws/aws.ts'
import type { AwsService } from '../../../local/aws/service.ts'
import { createClients, createDataDir } from './test-aws.ts'

const start = async (services: Record<string, () => AwsService> = {}) => {
  const { dataDir, removeDataDir } = createDataDir()
  const aws = await startAws({ dataDir, services })
  const clients = createClients(aws.url)
  onTestFinished(async () => {
    clients.destroy()
    await aws.close()
    removeDataDir()
  })
  return { aws, ...clients }
}

const signedFor = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
})

test('it listens on 127.0.0.1 and on no other address', async () => {
  const { aws } = await start()
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, family }) => family === 'IPv4' && address !== '127.0.0.1')
  for (const { address } of others) {
    await expect(fetch(`http://${address}:${aws.port}/`)).rejects.toThrow('fetch failed')
  }
  await expect(fetch(`http://[::1]:${aws.port}/`)).rejects.toThrow('fetch failed')
  expect((await fetch(aws.url)).status).toBe(501)
})

test.each(['kms', 'constructor', '__proto__'])('%s is not implemented and returns 501', async (service) => {
  const { aws } = await start()
  const response = await fetch(aws.url, { method: 'POST', headers: signedFor(service) })
  expect(response.status).toBe(501)
  expect(await response.json()).toMatchObject({
    message: `${service} is not implemented in the embedded cloud.`,
  })
})

test('a second process on the same folder is refused', async () => {
  const { dataDir, removeDataDir } = createDataDir()
  const first = await startAws({ dataDir })
  onTestFinished(async () => {
    await first.close()
    removeDataDir()
  })
  await expect(startAws({ dataDir })).rejects.toThrow()
})

test('a request larger than any service accepts is refused', async () => {
  const { aws } = await start()
  const body = Buffer.alloc(17 * 1024 * 1024)
  const response = await fetch(aws.url, { method: 'POST', headers: signedFor('dynamodb'), body })
  expect(response.status).toBe(413)
})
