import type { Queue } from './database.ts'
import { invalidParameter, notImplemented } from './errors.ts'
import { checkNumber } from './wire.ts'

type Attributes = Record<string, string>

/** Seconds. */
export const visibilityBounds = [0, 43_200] as const

/** In seconds: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const bounds: Record<string, readonly [min: number, max: number]> = {
  VisibilityTimeout: visibilityBounds,
  MessageRetentionPeriod: [60, 1_209_600],
}

export const defaultAttributes: Attributes = { VisibilityTimeout: '30', MessageRetentionPeriod: '345600' }

const receivesMax = 1000

interface Redrive {
  deadLetterQueue: string
  /** After this number of receives, a message moves to the dead-letter queue. */
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

/** Throws if a queue of this name cannot have one of the attributes. */
export const checkAttributes = (
  attributes: Attributes,
  queueName: string,
  findQueue: (name: string) => Queue | undefined,
) => {
  for (const [name, value] of Object.entries(attributes)) {
    const range = Object.hasOwn(bounds, name) ? bounds[name] : undefined
    if (range) checkNumber(name, value, range)
    else if (name !== 'RedrivePolicy') throw notImplemented(`The attribute ${name}`)
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
