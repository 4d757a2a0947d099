import type { Queue } from './database.ts'
import { invalidParameter, SqsError } from './errors.ts'
import { checkNumber } from './wire.ts'

type Attributes = Record<string, string>

/** Seconds. */
export const visibilityBounds = [0, 43_200] as const
/** Seconds. */
export const delayBounds = [0, 900] as const
/** Seconds. */
export const waitBounds = [0, 20] as const

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const bounds: Record<string, readonly [min: number, max: number]> = {
  VisibilityTimeout: visibilityBounds,
  DelaySeconds: delayBounds,
  MaximumMessageSize: [1024, 1_048_576],
  MessageRetentionPeriod: [60, 1_209_600],
  ReceiveMessageWaitTimeSeconds: waitBounds,
}

export const defaultAttributes: Attributes = {
  VisibilityTimeout: '30',
  DelaySeconds: '0',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
}

const receivesMax = 1000

export interface Redrive {
  deadLetterQueue: string
  /** A message that was received so often goes to the dead-letter queue instead of being received again. */
  maxReceives: number
}

export const numberOf = ({ attributes }: Queue, name: string) => Number(attributes[name])

export const nameInArn = (arn: string) => arn.split(':').at(-1) ?? ''

export const redriveOf = ({ attributes }: Pick<Queue, 'attributes'>): Redrive | undefined => {
  if (!attributes.RedrivePolicy) return undefined
  const policy = parsePolicy(attributes.RedrivePolicy)
  return {
    deadLetterQueue: nameInArn(String(policy.deadLetterTargetArn)),
    maxReceives: Number(policy.maxReceiveCount),
  }
}

/** Refuses attributes that a queue of this name may not have. */
export const checkAttributes = (
  attributes: Attributes,
  queueName: string,
  findQueue: (name: string) => Queue | undefined,
) => {
  for (const [name, value] of Object.entries(attributes)) {
    const range = Object.hasOwn(bounds, name) ? bounds[name] : undefined
    if (range) checkNumber(name, value, range)
    else if (name !== 'RedrivePolicy')
      throw new SqsError('InvalidAttributeName', `The attribute ${name} is not emulated.`)
  }
  const redrive = redriveOf({ attributes })
  if (redrive) checkRedrive(redrive, queueName, findQueue)
}

const checkRedrive = (
  { deadLetterQueue, maxReceives }: Redrive,
  queueName: string,
  findQueue: (name: string) => Queue | undefined,
) => {
  const target = findQueue(deadLetterQueue)
  if (!target) throw invalidParameter('RedrivePolicy: the dead letter target does not exist.')
  if (target.name === queueName) throw invalidParameter('RedrivePolicy: a queue cannot be its own target.')
  checkNumber('maxReceiveCount', maxReceives, [1, receivesMax])
}

const parsePolicy = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw invalidParameter('RedrivePolicy is not JSON.')
  }
}
