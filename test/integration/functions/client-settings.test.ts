import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test } from 'vitest'
import { clientSettings, fileClientSettings } from '../../../functions/client-settings.ts'
import { silentLogger } from '../../../lib/base/logger.ts'
import { createResultStore } from '../../../lib/store/results.ts'
import { toClientSettings } from '../../../local/credentials.ts'
import { listen } from '../../support/listen.ts'

const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const toSettings = (port: number) =>
  toClientSettings({ endpointUrl: `http://127.0.0.1:${port}`, accessKeyId: 'local' })

const serve = async (listener: (request: IncomingMessage, response: ServerResponse) => void) =>
  toSettings(await listen(createServer(listener)))

/** The real settings with shorter limits. */
const limits = { requestMs: 150 }

const openTable = (settings: Awaited<ReturnType<typeof serve>>, requestMs = limits.requestMs) => {
  const client = new DynamoDBClient({ ...settings, ...clientSettings({ requestMs }) })
  closers.push(() => client.destroy())
  return DynamoDBDocumentClient.from(client)
}

const read = new GetCommand({ TableName: 'accounts', Key: { id: 'a' } })

const respond = (request: IncomingMessage, response: ServerResponse) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}')
}

test('the limits of the clients are below the timeouts of the functions', () => {
  const worstMs = ({ maxAttempts, requestHandler }: ReturnType<typeof clientSettings>) =>
    maxAttempts * requestHandler.requestTimeout
  expect(worstMs(clientSettings())).toBe(12_000)
  expect(worstMs(fileClientSettings())).toBe(45_000)
  expect(fileClientSettings().requestHandler).toMatchObject({
    throwOnRequestTimeout: true,
    socketTimeout: 60_000,
  })
})

test.each([
  ['sends no response', () => {}],
  [
    'stops in the middle of a response',
    (_: IncomingMessage, response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': 100 })
        .write('{"It'),
  ],
])('a call to a service that %s fails within its limit', async (_, listener) => {
  const table = openTable(await serve(listener))
  await expect(table.send(read)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('an upload to a service that stops reading fails within its limit', async () => {
  const server = createTcpServer({ pauseOnConnect: true })
  const client = new S3Client({
    ...toSettings(await listen(server)),
    forcePathStyle: true,
    ...clientSettings(limits),
  })
  closers.push(() => client.destroy())
  const upload = new PutObjectCommand({ Bucket: 'results', Key: 'a', Body: Buffer.alloc(20_000_000) })
  await expect(client.send(upload)).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a call on a kept-alive connection that was cut silently is repeated on a new one', async () => {
  const served = new Set<Socket>()
  let unanswered = 0
  const table = openTable(
    await serve((request, response) => {
      if (served.has(request.socket)) unanswered += 1
      else respond(request, response)
      served.add(request.socket)
    }),
    // On a busy machine, a response that comes later would count as unanswered.
    1_000,
  )
  await table.send(read)
  await table.send(read)
  expect({ unanswered, connections: served.size }).toEqual({ unanswered: 1, connections: 2 })
})

test('a file that arrives slowly is not cut off at the limit of a request, and its upload has time for its size', async () => {
  const body = Buffer.alloc(300_000, 'x')
  const settings = await serve((request, response) => {
    if (request.method === 'PUT') {
      // Longer than the limit of a request, and less than a third of what 1 MB/s allows.
      request.resume().once('end', () => setTimeout(() => response.end(), 2 * limits.requestMs))
      return
    }
    response.writeHead(200, { 'content-length': 4 })
    const send = (left: number) => {
      response.write('x')
      if (left > 1) setTimeout(send, 0.6 * limits.requestMs, left - 1)
      else response.end()
    }
    send(4)
  })
  const client = new S3Client({
    ...settings,
    ...clientSettings({ ...limits, idleMs: 2_000 }),
    forcePathStyle: true,
  })
  closers.push(() => client.destroy())
  const results = createResultStore({ s3: client, bucket: 'results', log: silentLogger })
  const file = await results.open('a.png')
  expect((await file?.toArray())?.length).toBeGreaterThan(0)
  await results.put(
    {
      name: 'a.png',
      contentType: 'image/png',
      extension: 'png',
      headers: {},
      bytes: body.length,
      sha256: '',
      created: 0,
      expires: 9,
    },
    body,
  )
})
