import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { AwsService, AwsServiceContext } from '../../local/aws/service.ts'
import { forward, unlessClosed } from './forward.ts'

const account = '000000000000'

/** Returns SQS of ElasticMQ or moto instead of the embedded one. Queues of each data folder begin with its own prefix. */
export const createSqs = ({ dataDir, region }: AwsServiceContext): AwsService => {
  const peer = process.env[inject('sqsPeer')] ?? ''
  const prefix = `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-`
  const arn = `arn:aws:sqs:${region}:${account}:`
  let own = ''
  const toPeer = (body: string) => {
    const { QueueName, QueueUrl, ...parameters } = JSON.parse(body)
    return Buffer.from(
      JSON.stringify({
        ...parameters,
        ...(QueueName && { QueueName: prefix + QueueName }),
        ...(QueueUrl && { QueueUrl: `${peer}/${account}/${prefix}${QueueUrl.split('/').at(-1)}` }),
      }).replaceAll(arn, arn + prefix),
    )
  }
  const toOwn = (body: string) => {
    const result = JSON.parse(body.replaceAll(prefix, '') || '{}')
    const { QueueUrl } = result
    return JSON.stringify({
      ...result,
      ...(QueueUrl && { QueueUrl: `${own}/${account}/${QueueUrl.split('/').at(-1)}` }),
    })
  }
  return {
    listening: (url) => {
      own = url
    },
    handle: (request, response, body) =>
      unlessClosed(response, async () => {
        const received = await forward(peer, request, response, { body: toPeer(body.toString()) })
        const result = Buffer.from(toOwn(await text(received.body)))
        const { 'x-amzn-query-error': code } = received.headers
        response.writeHead(received.status, {
          'content-type': 'application/x-amz-json-1.0',
          ...(code && { 'x-amzn-query-error': code }),
        })
        response.end(result)
      }),
    close: async () => {},
  }
}
