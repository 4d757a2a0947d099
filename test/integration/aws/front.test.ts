import { networkInterfaces } from 'node:os'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
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

test('one port serves every service, selected by the signature', async () => {
  const { dynamodb, s3 } = await start()
  const { TableDescription } = await dynamodb.send(new CreateTableCommand(jobsTable))
  expect(TableDescription?.TableName).toBe('jobs')
  expect((await s3.send(new CreateBucketCommand({ Bucket: 'bucket' }))).Location).toBe('/bucket')
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

test('a further service receives complete requests and the URL', async () => {
  const seen: string[] = []
  const { aws } = await start({
    sqs: () => ({
      listening: (url) => seen.push(`listening ${url}`),
      handle: async (_request, response, body) => {
        seen.push(body.toString())
        response.end(JSON.stringify({ QueueUrl: 'here' }))
      },
      close: async () => undefined,
    }),
  })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const sqs = new SQSClient({ endpoint: aws.url, region: 'us-east-1', credentials })
  onTestFinished(() => sqs.destroy())
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'x' }))
  expect(QueueUrl).toBe('here')
  expect(seen).toEqual([`listening ${aws.url}`, '{"QueueName":"x"}'])
})

test('a fault of a service is reported and returns 500', async () => {
  const { dataDir, removeDataDir } = createDataDir()
  const faults: unknown[] = []
  const fault = new Error('broken')
  const services = { sqs: () => ({ handle: () => Promise.reject(fault), close: async () => undefined }) }
  const aws = await startAws({ dataDir, services, reportFault: (reported) => faults.push(reported) })
  onTestFinished(async () => {
    await aws.close()
    removeDataDir()
  })
  const response = await fetch(aws.url, { method: 'POST', headers: signedFor('sqs') })
  expect(response.status).toBe(500)
  expect(faults).toEqual([fault])
})

test('closing waits for the disconnected requests and then closes the services, the last one first', async () => {
  const { dataDir, removeDataDir } = createDataDir()
  onTestFinished(removeDataDir)
  const events: string[] = []
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const service = (name: string): AwsService => ({
    handle: async (_request, response) => {
      arrived()
      await new Promise((resolve) => response.once('close', resolve))
      events.push('settled')
    },
    close: async () => {
      events.push(`closed ${name}`)
    },
  })
  const aws = await startAws({
    dataDir,
    services: { sqs: () => service('sqs'), scheduler: () => service('scheduler') },
  })
  const pending = fetch(aws.url, { method: 'POST', headers: signedFor('sqs') }).catch(() => 'cut off')
  await arrival
  await aws.close()
  expect(await pending).toBe('cut off')
  expect(events).toEqual(['settled', 'closed scheduler', 'closed sqs'])
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
