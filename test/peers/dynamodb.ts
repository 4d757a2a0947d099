import { createHash } from 'node:crypto'
import type { AwsService, AwsServiceContext } from '../../local/aws/service.ts'
import { forward, relay, unlessClosed } from './forward.ts'

/** Returns DynamoDB Local instead of the embedded DynamoDB. It has a database for each access key, and each data folder has its key. */
export const createDynamoDb = async ({ dataDir }: AwsServiceContext): Promise<AwsService> => {
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 20)
  return {
    handle: (request, response, body) =>
      unlessClosed(response, async () => {
        const authorization = request.headers.authorization?.replace(/Credential=[^/]*/, `Credential=${key}`)
        const headers = { authorization }
        await relay(
          await forward(process.env['PEER_DYNAMODB_LOCAL'] ?? '', request, response, { body, headers }),
          response,
        )
      }),
    close: async () => {},
  }
}
