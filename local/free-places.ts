import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { toAccountId } from '../lib/core/access/access-key.ts'
import { toRenderName } from '../lib/core/access/places.ts'
import { defaultTiers } from '../lib/core/access/tiers.ts'
import { renderMessages } from '../lib/core/requests/queue-messages.ts'
import type { ApiEvent } from '../lib/http/call.ts'
import { readRequest } from '../lib/http/read-request.ts'
import { createPlaces, type Places } from '../lib/jobs/places.ts'
import { createPlaceStore } from '../lib/store/places.ts'
import { createQueues } from '../lib/store/queues.ts'
import type { LostInvocation } from './lambda/host/execution-environment.ts'
import type { ServiceCloud } from './start-cloud.ts'

type Cloud = Pick<ServiceCloud, 'dynamo' | 'sqs' | 'queues' | 'environment'>

/** Returns the places of accounts, to end renders and to resume what waits. Only a function that begins renders needs the plans of the service. */
export const localPlaces = (
  { dynamo, sqs, queues, environment }: Cloud,
  log: (line: string) => void,
): Pick<Places, 'end' | 'resume'> =>
  createPlaces({
    store: createPlaceStore({
      dynamo: DynamoDBDocumentClient.from(dynamo),
      tableName: environment['REQUESTS_TABLE'] ?? '',
      nowMs: Date.now,
    }),
    queues: createQueues({ sqs, urls: { render: queues.render.url, webhook: queues.webhook.url } }),
    tiers: defaultTiers,
    log: { warn: (fields, text) => log(`${text} ${JSON.stringify(fields)}`) },
    nowMs: Date.now,
  })

/** Frees the place of a render whose function has died. On AWS this is not noticed, and the place becomes free when its time is over. */
export const freePlace = async (
  { end }: Pick<Places, 'end'>,
  { id, event }: LostInvocation,
): Promise<void> => {
  const accountId = accountOf(event)
  if (accountId !== undefined) await end(accountId, toRenderName(id))
}

const accountOf = (event: unknown): string | undefined => {
  const { Records, httpMethod } = event as Partial<ApiEvent> & { Records?: { body: string }[] }
  if (Records) return renderMessages.decode(Records[0]?.body ?? '')?.accountId
  if (httpMethod === undefined) return undefined
  const { accessKeys, bodyKey } = readRequest(event as ApiEvent)
  return toAccountId(accessKeys[0] ?? bodyKey() ?? '')
}
