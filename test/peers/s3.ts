import type { AwsService } from '../../local/aws/service.ts'
import { forward, relay, unlessClosed } from './forward.ts'

/** Returns S3 of moto instead of the embedded one. */
export const createS3 = (): AwsService => ({
  streamsBody: true,
  handle: (request, response) =>
    unlessClosed(response, async () =>
      relay(await forward(process.env['PEER_MOTO'] ?? '', request, response), response),
    ),
  close: async () => {},
})
