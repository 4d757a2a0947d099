import { networkInterfaces } from 'node:os'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { startAws } from '../../../local/aws/aws.ts'
import type { AwsService } from '../../../local/aws/service.ts'
import { createClients, createDataDir, jobsTable } from './test-aws.ts'

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
  expect((await fetch(aws.url)).status).toBe(403)
})

test('requests with no access key id or with another one are refused, and presigned URLs with the right one are not', async () => {
  const { dataDir, removeDataDir } = createDataDir()
  const aws = await startAws({ dataDir, accessKeyId: 'secret-id' })
  onTestFinished(async () => {
    await aws.close()
    removeDataDir()
  })
  expect(aws.access).toEqual({ endpointUrl: aws.url, accessKeyId: 'secret-id' })
  const statusOf = async (credential: string, isPresigned = false) => {
    const scope = `${credential}/20260101/us-east-1/kms/aws4_request`
    const query = isPresigned ? `?X-Amz-Credential=${encodeURIComponent(scope)}` : ''
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`
    const { status } = await fetch(`${aws.url}/${query}`, { headers: isPresigned ? {} : { authorization } })
    return status
  }
  for (const wrong of ['', 'local', 'secret-i', 'secret-idd', 'SECRET-ID'])
    expect([wrong, await statusOf(wrong), await statusOf(wrong, true)]).toEqual([wrong, 403, 403])
  // Past the check, the service of the scope is not implemented.
  expect([await statusOf('secret-id'), await statusOf('secret-id', true)]).toEqual([501, 501])

  const other = createClients(aws.url)
  onTestFinished(other.destroy)
  await expect(other.dynamodb.send(new CreateTableCommand(jobsTable))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
    $metadata: { httpStatusCode: 403 },
  })
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
