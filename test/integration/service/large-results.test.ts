import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, expect, test } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { createCacheStore } from '../../../lib/store/cache.ts'
import { createResultStore } from '../../../lib/store/results.ts'
import { descendantsOf } from '../../../local/lambda/process-tree.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { tableNames } from '../../../local/tables.ts'
import { cloudSettingsOf } from '../../support/service/cloud-settings.ts'
import { joinService } from '../../support/service/shared-service.ts'

const videoBytes = 80_000_000

/** More than the function holds while it streams, so that a large video needs hardly more memory than this one. */
const smallBytes = 20_000_000

const service = await joinService()
const account = await service.createAccount('growth')
/** Fills the cache as a render of these options would have. */
const cacheVideo = async (options: Record<string, unknown>, body: Buffer) => {
  const settings = await cloudSettingsOf(service.dataDir)
  const [client, s3] = [new DynamoDBClient(settings), new S3Client(settings)]
  const dynamo = DynamoDBDocumentClient.from(client)
  const results = createResults({
    cacheUrl: 'https://files.example/cache',
    files: createResultStore({ s3, bucket: resultsBucket, log: silentLogger }),
    cache: createCacheStore({ dynamo, tableName: tableNames.cache, nowMs: Date.now }),
    nowMs: Date.now,
    log: silentLogger,
  })
  const request = {
    requestId: 'test',
    account,
    operation: operations.screencast,
    options: readOptions(operations.screencast, { kind: 'body', value: options }),
  }
  const artifact = { body, contentType: 'video/mp4', extension: 'mp4', metadata: {} }
  await results.remember(await results.store(request, artifact))
  client.destroy()
  s3.destroy()
}

const own = await service.serveFunction('screencast')
afterAll(() => own[Symbol.asyncDispose]())

const hit = async (options: Record<string, unknown>) => {
  const response = await fetch(`${own.baseUrl}/v1/screencast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': account.accessKey },
    body: JSON.stringify(options),
  })
  expect([response.status, response.headers.get('x-service-cache')]).toEqual([200, 'hit'])
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The most memory that the function has held so far in any of its processes, in bytes. */
const peakBytes = () =>
  Math.max(
    ...descendantsOf(process.pid).map((id) => {
      try {
        if (!/_HANDLER=\S*functions\/api\/screencast/.test(readFileSync(`/proc/${id}/environ`, 'utf8')))
          return 0
        return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0)
      } catch {
        // It ended between the listing and the reading.
        return 0
      }
    }),
  )

test('a cached video of 80 MB is streamed completely, without being held in memory', async () => {
  const small = { url: 'https://example.com/small', cache: true }
  const large = { url: 'https://example.com/large', cache: true }
  const video = randomBytes(videoBytes)
  await cacheVideo(small, video.subarray(0, smallBytes))
  await cacheVideo(large, video)
  expect(await hit(small)).toMatchObject({ bytes: smallBytes })
  const beforeBytes = peakBytes()
  expect(beforeBytes).toBeGreaterThan(0)
  expect(await hit(large)).toEqual({
    bytes: videoBytes,
    sha256: createHash('sha256').update(video).digest('hex'),
  })
  // A function that held it would need the whole difference. On a busy machine it was 37 MB at most.
  expect(peakBytes() - beforeBytes).toBeLessThan(0.85 * (videoBytes - smallBytes))
})
