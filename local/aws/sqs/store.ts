import type { AwsServiceContext } from '../service.ts'
import type { Queue, SqsDatabase } from './database.ts'
import { missingParameter, noSuchQueue } from './errors.ts'
import type { Fairness } from './fairness.ts'
import type { LongPolls } from './long-polls.ts'

/** The state that the operations share. */
export interface SqsStore extends Pick<AwsServiceContext, 'region' | 'accountId' | 'nowMs'> {
  database: SqsDatabase
  polls: LongPolls
  fairness: Fairness
}

/** Returns the queue of a `QueueUrl`. Throws `QueueDoesNotExist`. */
export const requireQueue = ({ database }: SqsStore, url: string | undefined): Queue => {
  if (!url) throw missingParameter('QueueUrl')
  const queue = database.findQueue(url.split('/').at(-1) ?? '')
  if (!queue) throw noSuchQueue()
  return queue
}

export const arnOf = ({ region, accountId }: SqsStore, { name }: Pick<Queue, 'name'>) =>
  `arn:aws:sqs:${region}:${accountId}:${name}`
